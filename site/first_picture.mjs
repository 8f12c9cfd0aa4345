// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown while the program is on its way: a picture of the first position, and the words above it, as JSON.
//     node site/first_picture.mjs MODULE
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { firstFen, firstVariant, welcomeTitle, welcomeWords } from '../web/first.js';
import { Instance } from './instance.js';

globalThis.crypto ??= webcrypto;  // before Node.js 19
const instance = await Instance.of(await WebAssembly.compile(readFileSync(process.argv[2])), new Map(), () => undefined);
const { status, body } = instance.ask('POST', '/api/v1/draw', JSON.stringify({ variant: firstVariant, fen: firstFen }));
const picture = new TextDecoder().decode(body);
if (status !== 200) throw new Error(picture);
console.log(JSON.stringify({ picture, title: welcomeTitle, words: welcomeWords }));
