// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a module of WebAssembly: an instance, and what it answers. For pages, workers and Node.js.

const text = new TextEncoder();
const words = new TextDecoder();

// What the module asks of its system (WASI), which has a clock, and neither files nor an environment.
const success = 0, badDescriptor = 8, notThere = 44, notSupported = 52;

/** @param {() => WebAssembly.Memory} memory */
function system(memory) {
    const view = () => new DataView(memory().buffer);
    /** @type {Record<string, (...values: any[]) => any>} */
    const calls = {
        environ_sizes_get(count, bytes) {
            view().setUint32(count, 0, true);
            view().setUint32(bytes, 0, true);
            return success;
        },
        environ_get: () => success,
        clock_time_get(clock, precision, time) {
            const milliseconds = clock === 0 ? Date.now() : performance.now();
            view().setBigUint64(time, BigInt(Math.round(milliseconds * 1e6)), true);
            return success;
        },
        random_get(begin, length) {
            crypto.getRandomValues(new Uint8Array(memory().buffer, begin, length));
            return success;
        },
        path_open: () => notThere,
        path_filestat_get: () => notThere,
        proc_exit(status) {
            throw new Error(`the program has ended with ${status}`);
        },
    };
    return new Proxy(calls, { get: (known, name) => known[String(name)] ?? (String(name).startsWith('fd_') ? () => badDescriptor : () => notSupported) });
}

/** @typedef {{status: number, headers: Map<string, string>, body: string}} Answer */

/**
 * An instance of the module. Its answers come when they are ready: nothing else is done meanwhile. Where one throws, there is no
 * memory left, and another instance is to be made.
 *
 * @param {WebAssembly.Module} module
 * @returns {Promise<(method: string, target: string, body?: object | string) => Answer>}
 */
export async function instanceOf(module) {
    /** @type {WebAssembly.Memory} */
    let memory;
    const offered = system(() => memory);
    const wanted = WebAssembly.Module.imports(module).map(({ name }) => [name, offered[name]]);
    const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: Object.fromEntries(wanted) });
    const program = /** @type {any} */ (exports);
    memory = program.memory;
    program._initialize();
    return (method, target, body = '') => {
        const type = body === '' ? '' : 'content-type: application/json\n';
        const request = text.encode(`${method} ${target}\n${type}\n${typeof body === 'string' ? body : JSON.stringify(body)}`);
        const room = program.room_for_request(request.length);
        new Uint8Array(memory.buffer, room, request.length).set(request);
        const begin = program.answer();
        const answer = words.decode(new Uint8Array(memory.buffer, begin, program.answer_bytes()));
        const end = answer.indexOf('\n\n');
        const [status, ...lines] = answer.slice(0, end).split('\n');
        return { status: Number(status), headers: new Map(lines.map(line => /** @type {[string, string]} */ (line.split(/: (.*)/, 2)))), body: answer.slice(end + 2) };
    };
}
