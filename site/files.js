// SPDX-License-Identifier: GPL-3.0-or-later
// Files that the program can read in its thread, and where their bytes come from: a server, part by part, or the files that somebody
// has chosen. What is read is had at once, which only a thread may ask for.

/** @typedef {{size: number, read: (offset: number, count: number) => Uint8Array}} Source reading throws where it fails */

/**
 * A file of a server. Parts of it are asked for as they are needed; where the server only gives whole files, it is kept whole.
 * @param {string} address
 * @param {number} size
 * @returns {Source}
 */
export function ofServer(address, size) {
    const part = 65536, most = 64;
    /** @type {Map<number, Uint8Array>} */
    const parts = new Map();
    /** @type {Uint8Array | null} */
    let whole = null;
    /** @param {number} number @returns {Uint8Array} */
    const partOf = number => {
        const begin = number * part, end = Math.min(begin + part, size);
        if (whole) return whole.subarray(begin, end);
        const kept = parts.get(number);
        if (kept) return kept;
        const request = new XMLHttpRequest();
        request.open('GET', address, false);
        request.responseType = 'arraybuffer';
        request.setRequestHeader('Range', `bytes=${begin}-${end - 1}`);
        request.send();
        const got = new Uint8Array(request.response ?? []);
        if (request.status === 200 && got.length === size) {
            whole = got;
            return got.subarray(begin, end);
        }
        if (request.status !== 206 || got.length !== end - begin) throw new Error(`${address}: status ${request.status}, ${got.length} bytes`);
        if (parts.size >= most) parts.delete(parts.keys().next().value ?? 0);
        parts.set(number, got);
        return got;
    };
    return {
        size,
        read: (offset, count) => {
            const end = Math.min(offset + count, size);
            const bytes = new Uint8Array(Math.max(0, end - offset));
            for (let at = offset; at < end;) {
                const from = partOf(Math.floor(at / part)).subarray(at % part, at % part + end - at);
                bytes.set(from, at - offset);
                at += from.length;
            }
            return bytes;
        },
    };
}

/**
 * A file that somebody has chosen.
 * @param {File} file
 * @returns {Source}
 */
export function ofFile(file) {
    return {
        size: file.size,
        read: (offset, count) => new Uint8Array(new (/** @type {any} */ (globalThis)).FileReaderSync().readAsArrayBuffer(file.slice(offset, offset + count))),
    };
}
