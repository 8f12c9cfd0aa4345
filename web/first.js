// SPDX-License-Identifier: GPL-3.0-or-later
// The position that one sees first: ten moves, of which one wins.

import { t } from './language.js';

export const firstVariant = 'chess';
export const firstFen = '8/8/4k3/8/8/2K5/4P3/8 w - - 0 1';
export const welcomeTitle = t('Every move, and what it is worth');
export const welcomeWords = t('Zermelo works out who wins, exactly, in chess and in any game like it. ');
