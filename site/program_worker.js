// SPDX-License-Identifier: GPL-3.0-or-later
// A thread with an instance of the program. It is given the compiled module, and then questions, one at a time; of a question that
// begins a job it does the job, too, and tells how far it is. Who has it ends it to stop a job. Tables are files that the page's
// server has, as `tables/index.json` says, or files that somebody has chosen.

import { ofFile, ofServer } from './files.js';
import { Instance } from './instance.js';

/** @type {Map<string, import('./files.js').Source>} */
const files = new Map();

/** What the server has of tables; where it has none, there is no list of them. */
async function findTables() {
    try {
        const folder = new URL('../tables/', import.meta.url);
        const response = await fetch(new URL('index.json', folder));
        if (!response.ok) return;
        for (const { path, size } of await response.json()) files.set(`tables/${path}`, ofServer(new URL(path, folder).href, size));
    } catch {
        // No network, or no list.
    }
}

/** @param {WebAssembly.Module} module */
async function begin(module) {
    await findTables();
    return Instance.of(module, files, told => postMessage({ told }));
}

/** @type {Promise<Instance>} */
let beginning;

onmessage = async ({ data }) => {
    try {
        if (data.module) beginning = begin(data.module);
        const instance = await beginning;
        for (const { path, file } of data.files ?? []) files.set(`tables/${path}`, ofFile(file));
        if (!data.method) return;
        const answer = instance.ask(data.method, `/api/v1/${data.path}`, data.body);
        postMessage({ answer });
        if (data.path === 'jobs' && answer.status < 300) instance.work();
    } catch (error) {
        // A trap: it has no more memory, or worse. The instance is of no use any more.
        postMessage({ failed: String(error) });
    }
};
