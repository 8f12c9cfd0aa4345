// SPDX-License-Identifier: GPL-3.0-or-later
// What the module asks of a system, as WASI's preview 1 names it, in a browser: clocks, random numbers, and messages. There are no
// files, no arguments and no environment.

const success = 0, badDescriptor = 8, noEntry = 44, notSupported = 58;
const clockRealtime = 0;

/** The module has ended itself. */
export class Exit extends Error {}

/**
 * The functions that an instance imports. `memory` is asked for when one is called: the instance is there by then.
 * @param {WebAssembly.Module} module
 * @param {() => WebAssembly.Memory} memory
 * @returns {Record<string, Function>}
 */
export function system(module, memory) {
    const view = () => new DataView(memory().buffer);
    /** @param {number[]} places */
    const zeros = places => {
        for (const place of places) view().setUint32(place, 0, true);
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
        random_get: (place, bytes) => {
            const most = 65536;
            for (let done = 0; done < bytes; done += most)
                crypto.getRandomValues(new Uint8Array(memory().buffer, place + done, Math.min(most, bytes - done)));
            return success;
        },
        sched_yield: () => success,
        // What it says where no answer can carry it, line by line.
        fd_write: (descriptor, vectors, count, written) => {
            if (descriptor !== 1 && descriptor !== 2) return badDescriptor;
            let text = '', bytes = 0;
            for (let i = 0; i < count; ++i) {
                const begin = view().getUint32(vectors + 8 * i, true), size = view().getUint32(vectors + 8 * i + 4, true);
                text += new TextDecoder().decode(new Uint8Array(memory().buffer, begin, size));
                bytes += size;
            }
            view().setUint32(written, bytes, true);
            console.error(text);
            return success;
        },
        fd_read: () => badDescriptor,
        fd_close: () => badDescriptor,
        fd_seek: () => badDescriptor,
        fd_fdstat_get: () => badDescriptor,
        fd_prestat_get: () => badDescriptor,
        path_open: () => noEntry,
        path_filestat_get: () => noEntry,
        proc_exit: status => {
            throw new Exit(`ended with status ${status}`);
        },
    };
    const wanted = WebAssembly.Module.imports(module).filter(each => each.module === 'wasi_snapshot_preview1');
    return Object.fromEntries(wanted.map(({ name }) => [name, known[name] ?? (() => notSupported)]));
}
