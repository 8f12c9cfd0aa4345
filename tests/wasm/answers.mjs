// SPDX-License-Identifier: GPL-3.0-or-later
// The module of WebAssembly gives the answers of `zermelo serve`, byte for byte where no time is in them:
//     node tests/wasm/answers.mjs MODULE PROGRAM SOURCES
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { webcrypto } from 'node:crypto';
import { Instance } from '../../site/instance.js';

globalThis.crypto ??= webcrypto;  // before Node.js 19
const [, , modulePath, program, sources] = process.argv;
let told = '';
const instance = await Instance.of(await WebAssembly.compile(readFileSync(modulePath)), new Map(), job => { told = job; });
const serving = spawn(program, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const base = await new Promise(resolve => {
    let words = '';
    serving.stdout.on('data', text => {
        words += text;
        const address = /http:\/\/[^\s/]+/.exec(words);
        if (address) resolve(address[0]);
    });
});

let compared = 0;
const different = [];

/** What is not of a run's time or of a job's name. */
const lasting = text => {
    try {
        return JSON.stringify(JSON.parse(text), (key, value) => (['id', 'seconds', 'seconds_left', 'depth'].includes(key) ? undefined : value));
    } catch {
        return text;
    }
};

async function ended(job) {
    while (job.state === 'queued' || job.state === 'running') job = await (await fetch(`${base}/api/v1/jobs/${job.id}`)).json();
    return JSON.stringify(job);
}

async function compare(method, target, status, body) {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const served = await fetch(base + target, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = served.status === 202 ? await ended(await served.json()) : await served.text();
    const { status: own, headers: heads, body: bytes } = instance.ask(method, target, body === undefined ? null : JSON.stringify(body));
    const job = served.status === 202;
    if (job) instance.work();
    const said = job ? told : new TextDecoder().decode(bytes);
    const same = served.status === status && own === status && served.headers.get('content-type') === new Map(heads).get('content-type') &&
        (job ? lasting(text) === lasting(said) : text === said);
    compared += 1;
    if (!same) different.push([method, target, JSON.stringify(body), served.status, own, text.slice(0, 300), said.slice(0, 300)].join('\n  '));
}

const sample = puzzle => readFileSync(`${sources}/examples/${puzzle}.in`, 'utf8');
const mateInThree = 'r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1';

try {
    for (const target of ['/', '/api/v1/server', '/api/v1/variants', '/api/v1/puzzles', '/api/v1/tables', '/api/v1/schema.json',
        '/api/v1/pieces/K.svg?color=black']) await compare('GET', target, 200);
    await compare('GET', '/nothing/here/at%20all', 404);
    await compare('DELETE', '/api/v1/variants', 405);
    const { variants } = JSON.parse(new TextDecoder().decode(instance.ask('GET', '/api/v1/variants', null).body));
    for (const { name: variant } of variants)
        for (const path of ['position', 'value', 'draw']) await compare('POST', '/api/v1/' + path, 200, { variant });
    await compare('POST', '/api/v1/jobs', 202, { kind: 'value', variant: 'tictactoe' });
    await compare('POST', '/api/v1/jobs', 202, { kind: 'prove', variant: 'chess', fen: mateInThree, plies: 5, certificate: true });
    await compare('POST', '/api/v1/jobs', 202, { kind: 'value', variant: 'chess', nodes: 100000 });
    await compare('POST', '/api/v1/jobs', 202, { kind: 'moves', variant: 'chess', fen: '8/8/8/3k4/8/4P3/8/K7 w - - 0 1' });
    await compare('POST', '/api/v1/jobs', 202, { kind: 'problem', variant: 'chess', fen: '8/8/1p5B/4p3/1p2k1P1/1P3n2/P4PB1/K2R3R w - - 0 1', stipulation: '#3' });
    for (const puzzle of ['simplified', 'cheesy', 'cstate2']) {
        await compare('POST', `/api/v1/puzzles/${puzzle}/judge`, 200, { text: sample(puzzle) });
        await compare('POST', `/api/v1/puzzles/${puzzle}/explain`, 200, { text: sample(puzzle) });
        await compare('POST', `/api/v1/puzzles/${puzzle}/judge`, 200, { text: 'no' });
        await compare('POST', `/api/v1/puzzles/${puzzle}/check`, 200, { text: sample(puzzle), output: 'YES\n' });
    }
    // Positions of random games, of every third variant: what the rules say, and what a search of a thousand nodes proves.
    let state = 17;
    const below = most => { state = (1103515245 * state + 12345) % 2147483648; return Math.floor(state / 65536) % most; };
    for (const { name: variant } of variants.filter((_, index) => index % 3 === 0)) {
        let fen;
        for (let ply = 0; ply < 60; ++ply) {
            const { moves = [], game_over } = JSON.parse(new TextDecoder().decode(instance.ask('POST', '/api/v1/position', JSON.stringify({ variant, fen })).body));
            if (ply % 3 === 0 || game_over) {
                await compare('POST', '/api/v1/position', 200, { variant, fen });
                await compare('POST', '/api/v1/jobs', 202, { kind: 'moves', variant, fen, nodes: 1000 });
            }
            if (!moves.length || game_over) break;
            fen = moves[below(moves.length)].fen;
        }
    }
    await compare('POST', '/api/v1/rules', 200, { rules: '[mine:chess]\nnonsense = 9\n' });
} finally {
    serving.kill();
    await once(serving, 'exit');
}
console.log([...different, `${compared} answers compared, ${different.length} different`].join('\n'));
process.exitCode = different.length === 0 ? 0 : 1;
