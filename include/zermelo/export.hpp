// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Marks what the shared library exports; all else is hidden.
#define ZERMELO_API __attribute__((visibility("default")))
