// SPDX-License-Identifier: GPL-3.0-or-later
// An instance of the program: what it is asked, and what it answers. It answers at once, and does nothing else meanwhile.

import { system } from './wasi.js';

/**
 * @typedef {object} Exports of the module
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(bytes: number) => number} room_for_request where a request of so many bytes is to stand
 * @property {() => number} answer where the answer to it begins
 * @property {() => number} answer_bytes
 * @property {() => void} work does the job that was begun
 */
/** @typedef {{status: number, headers: [string, string][], body: Uint8Array}} Answer */

export class Instance {
    /** @param {Exports} program */
    constructor(program) {
        this.program = program;
    }

    /**
     * @param {WebAssembly.Module} module
     * @param {Map<string, import('./files.js').Source>} files that it can read, by path
     * @param {(job: string) => void} told the object of the job that is at work, in JSON, each time that more is known
     */
    static async of(module, files, told) {
        /** @type {Exports} */
        let program;
        const imports = {
            wasi_snapshot_preview1: system(module, () => program.memory, files),
            zermelo: {
                /** @param {number} text @param {number} bytes */
                told: (text, bytes) => told(new TextDecoder().decode(new Uint8Array(program.memory.buffer, text, bytes))),
            },
        };
        program = /** @type {any} */ ((await WebAssembly.instantiate(module, imports)).exports);
        program._initialize();
        return new Instance(program);
    }

    /**
     * Throws where the program cannot go on, most often for lack of memory: then this instance is of no use any more.
     * @param {string} method
     * @param {string} target a path, with its query
     * @param {string | null} body JSON
     * @returns {Answer}
     */
    ask(method, target, body) {
        const question = new TextEncoder().encode(`${method} ${target}\n${body === null ? '' : 'content-type: application/json\n'}\n${body ?? ''}`);
        const room = this.program.room_for_request(question.length);
        new Uint8Array(this.program.memory.buffer).set(question, room);
        const begin = this.program.answer();
        const answer = new Uint8Array(this.program.memory.buffer).slice(begin, begin + this.program.answer_bytes());
        let end = 0;
        const line = () => {
            const next = answer.indexOf('\n'.charCodeAt(0), end);
            const text = new TextDecoder().decode(answer.subarray(end, next));
            end = next + 1;
            return text;
        };
        const status = Number(line());
        /** @type {[string, string][]} */
        const headers = [];
        for (let header = line(); header; header = line()) {
            const colon = header.indexOf(':');
            headers.push([header.slice(0, colon), header.slice(colon + 1).trim()]);
        }
        return { status, headers, body: answer.subarray(end) };
    }

    /** Does the job that was begun, to its end. */
    work() {
        this.program.work();
    }
}
