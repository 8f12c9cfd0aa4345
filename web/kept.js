// SPDX-License-Identifier: GPL-3.0-or-later
// What a browser keeps of the page from one visit to the next.

/**
 * What this browser keeps under a name: first told, if there is something to tell. Browsers may forbid a page to keep anything.
 * @param {string} name
 * @param {string} [value]
 * @returns {string | null}
 */
export function kept(name, value) {
    try {
        if (value !== undefined) localStorage.setItem(name, value);
        return localStorage.getItem(name);
    } catch {
        return value ?? null;
    }
}
