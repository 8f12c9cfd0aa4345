// SPDX-License-Identifier: GPL-3.0-or-later
// A thread with an instance of the program. It is given the compiled module, and then questions, one at a time; of a question that
// begins a job it does the job, too, and tells how far it is. Who has it ends it to stop a job. Tables are files that the page's
// server has, or that somebody has chosen.

import { ofFile, ofServer } from './files.js';
import { Instance } from './instance.js';

/** @type {Map<string, import('./files.js').Source>} */
const files = new Map();

/** @type {Promise<Instance>} */
let beginning;

onmessage = async ({ data }) => {
    try {
        if (data.module) beginning = Instance.of(data.module, files, told => postMessage({ told }));
        const instance = await beginning;
        for (const { path, address, size } of data.served ?? []) files.set(`tables/${path}`, ofServer(address, size));
        for (const { path, file } of data.opened ?? []) files.set(`tables/${path}`, ofFile(file));
        if (!data.method) return;
        const answer = instance.ask(data.method, `/api/v1/${data.path}`, data.body);
        postMessage({ answer });
        if (data.path === 'jobs' && answer.status < 300) instance.work();
    } catch (error) {
        // A trap: it has no more memory, or worse. The instance is of no use any more.
        postMessage({ failed: String(error) });
    }
};
