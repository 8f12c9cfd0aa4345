// SPDX-License-Identifier: GPL-3.0-or-later
// What the same work takes the program of this machine and the module of WebAssembly, on one thread and without instructions that not
// every processor has; in turn, the least of some runs, in processor time of this machine's program and of Node.js.
//     cmake --build build/wasm --target speed && node bench/module.mjs build/wasm/speed.wasm build/zermelo [RUNS]
import { spawnSync } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { system } from '../site/wasi.js';

globalThis.crypto ??= webcrypto;  // before Node.js 19
const [, , modulePath, program, runs = '3'] = process.argv;
const module = await WebAssembly.compile(readFileSync(modulePath));

/** Runs `bench/speed.cpp` with words and an input; what it says: a sum, and seconds. */
async function inModule(words, input) {
    let memory, said = '', at = 0;
    const view = () => new DataView(memory.buffer);
    const texts = ['speed', ...words].map(word => new TextEncoder().encode(word + '\0'));
    const bytes = texts.reduce((sum, text) => sum + text.length, 0);
    const vectors = (from, count, f) => {
        for (let i = 0; i < count; ++i) f(view().getUint32(from + 8 * i, true), view().getUint32(from + 8 * i + 4, true));
    };
    const own = {
        args_sizes_get: (count, size) => (view().setUint32(count, texts.length, true), view().setUint32(size, bytes, true), 0),
        args_get: (places, buffer) => {
            texts.forEach((text, i) => {
                view().setUint32(places + 4 * i, buffer, true);
                new Uint8Array(memory.buffer).set(text, buffer);
                buffer += text.length;
            });
            return 0;
        },
        fd_read: (_descriptor, from, count, read) => {
            const begun = at;
            vectors(from, count, (place, size) => {
                const part = input.subarray(at, at + size);
                new Uint8Array(memory.buffer).set(part, place);
                at += part.length;
            });
            return view().setUint32(read, at - begun, true), 0;
        },
        fd_fdstat_get: (_descriptor, place) => (new Uint8Array(memory.buffer, place, 24).fill(0), 0),
        fd_write: (_descriptor, from, count, written) => {
            let total = 0;
            vectors(from, count, (place, size) => {
                said += new TextDecoder().decode(new Uint8Array(memory.buffer, place, size));
                total += size;
            });
            return view().setUint32(written, total, true), 0;
        },
    };
    const imports = { wasi_snapshot_preview1: { ...system(module, () => memory, new Map()), ...own }, zermelo: { told: () => undefined } };
    const { exports } = await WebAssembly.instantiate(module, imports);
    memory = exports.memory;
    try {
        exports._start();
    } catch (error) {
        if (!said) throw error;  // else it has ended, as programs do
    }
    return Number(said.trim().split(' ')[1]);
}

/** The processor time of the program of this machine, in seconds. */
function here(words, input) {
    const script = 'import resource,subprocess,sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime)';
    const done = spawnSync('python3', ['-c', script, program, ...words], { input, maxBuffer: 1 << 28 });
    if (done.status !== 0) throw new Error(String(done.stderr));
    return Number(done.stdout);
}

const generated = (...words) => spawnSync(program, ['generate', ...words], { maxBuffer: 1 << 28 }).stdout;
const none = new Uint8Array(0);
const cases = [
    ...[['chess', '6'], ['crazyhouse', '6'], ['xiangqi', '5']].map(([variant, plies]) => ({ name: `perft ${variant} ${plies}`, words: ['perft', variant, plies], native: ['perft', variant, plies], input: none })),
    ...[['simplified', '3000000'], ['cheesy', '300000'], ['cstate2', '300000']].map(([puzzle, count]) => ({ name: `judge ${puzzle}`, words: ['judge', puzzle], native: ['judge', puzzle, '--threads', '1', '--portable'], input: generated(puzzle, '--count', count) })),
];
for (const { name, words, native, input } of cases) {
    let mine = Infinity, other = Infinity;
    for (let i = 0; i < Number(runs); ++i) {
        other = Math.min(other, here(native, input));
        mine = Math.min(mine, await inModule(words, input));
    }
    console.log(`${name.padEnd(22)} ${other.toFixed(2)} s, in the module ${mine.toFixed(2)} s: ${(mine / other).toFixed(2)} times`);
}
