// SPDX-License-Identifier: GPL-3.0-or-later
// What the module asks of a system, as WASI's preview 1 names it, in a browser: clocks, random numbers, messages, and files that are
// read. There are no arguments and no environment.

/** @typedef {import('./files.js').Source} Source */

const success = 0, badDescriptor = 8, isDirectory = 31, invalid = 28, io = 29, noEntry = 44, noDirectory = 54, notSupported = 58, readOnly = 69;
const directory = 3, regular = 4;
const root = 3;  // the first descriptor after those of messages
const created = 1 | 4 | 8;  // open: it is to be made, or emptied
const clockRealtime = 0;

/** The module has ended itself. */
export class Exit extends Error {}

/**
 * The functions that an instance imports. `memory` is asked for when one is called: the instance is there by then.
 * @param {WebAssembly.Module} module
 * @param {() => WebAssembly.Memory} memory
 * @param {Map<string, Source>} files by path, as `tables/chess/KRvK.zt`; some may be added later
 * @returns {Record<string, Function>}
 */
export function system(module, memory, files) {
    const view = () => new DataView(memory().buffer);
    /** @param {number} place @param {number} size */
    const bytesAt = (place, size) => new Uint8Array(memory().buffer, place, size);
    /** @param {number[]} places */
    const zeros = places => {
        for (const place of places) view().setUint32(place, 0, true);
        return success;
    };

    /** @type {Map<number, {path: string, source: Source | null, at: number}>} what is open; without a source a folder */
    const open = new Map([[root, { path: '', source: null, at: 0 }]]);
    let last = root;
    /** @param {string} path of a folder; '' is the root */
    const namesIn = path => {
        const prefix = path && path + '/';
        return [...new Set([...files.keys()].filter(name => name.startsWith(prefix)).map(name => name.slice(prefix.length).split('/')[0]))].sort();
    };
    /** @param {number} descriptor @param {number} place @param {number} size */
    const pathOf = (descriptor, place, size) => {
        const named = `${open.get(descriptor)?.path ?? ''}/${new TextDecoder().decode(bytesAt(place, size))}`;
        return named.split('/').filter(part => part && part !== '.').join('/');
    };
    /** @param {string} path */
    const find = path => {
        const source = files.get(path) ?? null;
        return source || !path || namesIn(path).length ? { path, source, at: 0 } : null;
    };
    /** @param {number} place @param {Source | null} source */
    const tell = (place, source) => {
        bytesAt(place, 64).fill(0);
        view().setUint8(place + 16, source ? regular : directory);
        view().setBigUint64(place + 24, 1n, true);
        view().setBigUint64(place + 32, BigInt(source?.size ?? 0), true);
        return success;
    };
    /**
     * Reads into several places.
     * @param {Source | null | undefined} source
     * @param {number} from
     * @param {number} vectors
     * @param {number} count
     * @param {number} written
     */
    const read = (source, from, vectors, count, written) => {
        if (!source) return source === null ? isDirectory : badDescriptor;
        let total = 0;
        try {
            for (let i = 0; i < count; ++i) {
                const place = view().getUint32(vectors + 8 * i, true), size = view().getUint32(vectors + 8 * i + 4, true);
                const bytes = source.read(from + total, size);
                bytesAt(place, size).set(bytes);
                total += bytes.length;
                if (bytes.length < size) break;
            }
        } catch (error) {
            console.error(String(error));
            return io;
        }
        view().setUint32(written, total, true);
        return success;
    };

    /** @type {Record<string, (...args: any[]) => number>} */
    const known = {
        args_sizes_get: (count, bytes) => zeros([count, bytes]),
        args_get: () => success,
        environ_sizes_get: (count, bytes) => zeros([count, bytes]),
        environ_get: () => success,
        clock_res_get: (_clock, place) => {
            view().setBigUint64(place, 1000n, true);
            return success;
        },
        clock_time_get: (clock, _precision, place) => {
            const milliseconds = clock === clockRealtime ? performance.timeOrigin + performance.now() : performance.now();
            view().setBigUint64(place, BigInt(Math.round(milliseconds * 1e6)), true);
            return success;
        },
        random_get: (place, size) => {
            const most = 65536;
            for (let done = 0; done < size; done += most) crypto.getRandomValues(bytesAt(place + done, Math.min(most, size - done)));
            return success;
        },
        sched_yield: () => success,
        // What it says where no answer can carry it.
        fd_write: (descriptor, vectors, count, written) => {
            if (descriptor !== 1 && descriptor !== 2) return open.has(descriptor) ? readOnly : badDescriptor;
            let text = '', total = 0;
            for (let i = 0; i < count; ++i) {
                const place = view().getUint32(vectors + 8 * i, true), size = view().getUint32(vectors + 8 * i + 4, true);
                text += new TextDecoder().decode(bytesAt(place, size));
                total += size;
            }
            view().setUint32(written, total, true);
            console.error(text);
            return success;
        },
        fd_prestat_get: (descriptor, place) => {
            if (descriptor !== root) return badDescriptor;
            view().setUint32(place, 0, true);      // a folder,
            view().setUint32(place + 4, 1, true);  // with a name of one byte
            return success;
        },
        fd_prestat_dir_name: (descriptor, place) => {
            if (descriptor !== root) return badDescriptor;
            view().setUint8(place, '/'.charCodeAt(0));
            return success;
        },
        fd_fdstat_get: (descriptor, place) => {
            const found = open.get(descriptor);
            if (!found) return badDescriptor;
            bytesAt(place, 24).fill(0);
            view().setUint8(place, found.source ? regular : directory);
            bytesAt(place + 8, 16).fill(0xff);  // all rights
            return success;
        },
        fd_filestat_get: (descriptor, place) => {
            const found = open.get(descriptor);
            return found ? tell(place, found.source) : badDescriptor;
        },
        path_filestat_get: (descriptor, _flags, name, size, place) => {
            const found = find(pathOf(descriptor, name, size));
            return found ? tell(place, found.source) : noEntry;
        },
        path_open: (descriptor, _flags, name, size, how, _rights, _inherited, _descriptorFlags, place) => {
            if (how & created) return readOnly;
            const found = find(pathOf(descriptor, name, size));
            if (!found) return noEntry;
            if (how & 2 && found.source) return noDirectory;
            open.set(++last, found);
            view().setUint32(place, last, true);
            return success;
        },
        fd_close: descriptor => (open.delete(descriptor) ? success : badDescriptor),
        fd_read: (descriptor, vectors, count, written) => {
            const found = open.get(descriptor);
            const status = read(found?.source, found?.at ?? 0, vectors, count, written);
            if (found && status === success) found.at += view().getUint32(written, true);
            return status;
        },
        fd_pread: (descriptor, vectors, count, from, written) => read(open.get(descriptor)?.source, Number(from), vectors, count, written),
        fd_seek: (descriptor, offset, whence, place) => {
            const found = open.get(descriptor);
            if (!found) return badDescriptor;
            const from = whence === 0 ? 0 : whence === 1 ? found.at : found.source?.size ?? 0;
            if (from + Number(offset) < 0) return invalid;
            found.at = from + Number(offset);
            view().setBigUint64(place, BigInt(found.at), true);
            return success;
        },
        fd_readdir: (descriptor, place, size, cookie, written) => {
            const found = open.get(descriptor);
            if (!found) return badDescriptor;
            if (found.source) return noDirectory;
            const names = namesIn(found.path);
            let total = 0;
            for (let i = Number(cookie); i < names.length && total < size; ++i) {
                const name = new TextEncoder().encode(names[i]);
                const entry = new Uint8Array(24 + name.length);
                const fields = new DataView(entry.buffer);
                fields.setBigUint64(0, BigInt(i + 1), true);
                fields.setUint32(16, name.length, true);
                fields.setUint8(20, files.has(`${found.path}/${names[i]}`) ? regular : directory);
                entry.set(name, 24);
                const part = entry.subarray(0, size - total);
                bytesAt(place + total, part.length).set(part);
                total += part.length;
            }
            view().setUint32(written, total, true);
            return success;
        },
        proc_exit: status => {
            throw new Exit(`ended with status ${status}`);
        },
    };
    const wanted = WebAssembly.Module.imports(module).filter(each => each.module === 'wasi_snapshot_preview1');
    return Object.fromEntries(wanted.map(({ name }) => [name, known[name] ?? (() => notSupported)]));
}
