// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// What a shared library shows of itself; all else is hidden.
#define ZERMELO_API __attribute__((visibility("default")))
