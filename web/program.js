// SPDX-License-Identifier: GPL-3.0-or-later
// All that the page asks the program: the calls of docs/server.md, sent by `transport.js`.

import { gone, send } from './transport.js';

export { connection, openTables, ProgramGone, ready } from './transport.js';

/** @typedef {'win' | 'draw' | 'loss' | 'unknown'} Category the value for who is to move, or who makes the move */
/** @typedef {{variant: string, rules?: string}} Game how a variant is named in a question: by its name, or by a rules file and its name there */
/** @typedef {{white: string | null, black: string | null, turned: string | null}} OwnPictures null: a picture shows the letter */
/** @typedef {{letter: string, name: string | null, betza: string, picture: string | null, own_pictures?: OwnPictures | null}} Kind own_pictures null: the men are those of chess */
/** @typedef {{points: boolean, palaces: [string, string][], river: number | null}} Ground */
/**
 * @typedef {object} Variant
 * @property {string} name
 * @property {number} files
 * @property {number} ranks
 * @property {string} start_fen
 * @property {string} hash
 * @property {string | null} wall what stands where `*` is in its FENs, in words; null: nothing, there is no square
 * @property {{title: string, sentence: string, group: string, place: number} | null} catalogue how players speak of it; null: it is not shipped
 * @property {Kind[]} kinds
 * @property {boolean | null} wins_by_mate every win is a checkmate or, where that wins, a stalemate; null: not told
 * @property {'western' | 'shogi' | 'dobutsu' | 'xiangqi' | 'janggi' | 'makruk'} look
 * @property {Ground | null} board null: that of chess
 * @property {string | null} text
 * @property {string | null} ini
 */
/** @typedef {{message: string, input: string | null, line: number | null, column: number | null}} Mistake columns count bytes, from 1 */
/** @typedef {{move: string, san: string, from: string | null, to: string | null, promotion: string | null, drop: string | null, wall: string | null, gated: string | null, gate: string | null, is_capture: boolean, is_pass: boolean, fen: string}} LegalMove */
/** @typedef {{message: string, square: string | null}} Violation */
/**
 * @typedef {object} Setup
 * @property {string} fen
 * @property {'white' | 'black'} side_to_move
 * @property {Violation[]} violations
 * @property {boolean} in_check
 * @property {boolean} game_over
 * @property {Category | null} category
 * @property {boolean} checkmate
 * @property {boolean} stalemate
 * @property {LegalMove[]} moves
 */
/** @typedef {{move: string, san: string | null, category: Category, plies: number | null, optimal: boolean | null, keeps_result: boolean | null}} ValuedMove */
/** @typedef {{move: string, san?: string | null}} LineMove */
/**
 * @typedef {object} Value
 * @property {string} fen
 * @property {Category} category
 * @property {number | null} plies of a win or a loss; the least number may be smaller where it is not known
 * @property {number | null} no_win_within null: of no length
 * @property {number | null} no_loss_within likewise
 * @property {string | null} doubt why the history of the game may change what was found
 * @property {string | null} table_error what is wrong with a table
 * @property {boolean} game_over
 * @property {ValuedMove[]} moves best first
 * @property {LineMove[] | null} line
 * @property {'tables' | 'search' | 'rules' | null} source
 */
/** @typedef {{move: string, san: string, fen: string}} Step a move that was made, and the position after it */
/**
 * @typedef {object} Job
 * @property {string} id
 * @property {'queued' | 'running' | 'done' | 'cancelled' | 'failed'} state
 * @property {number} seconds
 * @property {number | null} seconds_left
 * @property {number | null} depth in plies
 * @property {any} result
 * @property {Mistake | null} error
 */
/** @typedef {{side: 'white' | 'black', uci: string, san: string}} HalfMove of a composed problem */
/** @typedef {{move: HalfMove, length: number, goal: boolean, threats: Continuation[], defences: Defence[]}} Continuation */
/** @typedef {{move: HalfMove | null, goal: boolean, idle: boolean, continuations: Continuation[]}} Defence move: null: a pass; idle: it stops no threat */
/** @typedef {{check: boolean, solves: boolean, threats: Continuation[], defences: Defence[]}} PostkeyPlay */
/** @typedef {{moves: HalfMove[], ends: HalfMove[][]}} SolutionLine */
/** @typedef {{introduction: number, length: number, count: number, complete: boolean, lines: SolutionLine[]}} Solutions */
/**
 * @typedef {object} SolvedDiagram
 * @property {string | null} twin
 * @property {string[]} changes
 * @property {string} fen
 * @property {string | null} target the diagram that play is to come to
 * @property {string} stipulation
 * @property {'white' | 'black'} attacker
 * @property {'white' | 'black'} begins
 * @property {string | null} illegal
 * @property {number} solution_count
 * @property {boolean} complete
 * @property {number} complete_moves
 * @property {string | null} stopped_by
 * @property {Continuation[] | null} keys null in help and series play, as the four after it
 * @property {Continuation[] | null} short_keys
 * @property {{move: HalfMove, refutations: HalfMove[], threats: Continuation[], defences: Defence[]}[] | null} tries
 * @property {Defence[] | null} set_play
 * @property {PostkeyPlay | null} postkey_play
 * @property {{major: number, mating: number} | null} duals
 * @property {boolean | null} tree_whole
 * @property {SolutionLine[] | null} solutions
 * @property {Solutions[] | null} short_solutions
 * @property {Solutions | null} set_solutions
 * @property {boolean | null} verified
 * @property {string | null} soundness with `intended`
 */
/** @typedef {{format: string, text: string | null, error: string | null}} Written */
/** @typedef {{diagrams: SolvedDiagram[], written: Written[] | null}} SolvedProblem */
/**
 * @typedef {object} ProblemQuestion
 * @property {string} fen
 * @property {string} stipulation
 * @property {string} [start]
 * @property {string[]} twins
 * @property {number | null} intended
 * @property {boolean} set_play
 * @property {number} tries
 * @property {boolean} variations
 * @property {boolean} duplex
 * @property {'white' | 'black'} attacker
 * @property {boolean} postkey
 * @property {boolean} quodlibet
 * @property {string} [restrict]
 */
/** @typedef {{authors: string[], title: string, source: string, award: string}} Heading */
/** @typedef {{job_seconds: number, body_bytes: number, plies: number}} Limits */
/** @typedef {{name: string, source: string, question: string, rules: string, format: string, example: string, families?: {name: string, about: string}[]}} Puzzle */
/** @typedef {{game: number, verdict: string}} Judgement */
/** @typedef {{games: Judgement[], error: Mistake | null}} Judged */
/** @typedef {{outcome: 'accepted' | 'wrong_answer' | 'presentation_error', message: string, game: number | null, line: number | null}} Checked */
/** @typedef {Record<string, any> & {verdict: string, summary: string[], details: string[]}} Explanation as `zermelo explain --json` has it */
/** @typedef {{explanation: Explanation, text: string, game_text: string, svg: string, game_count: number}} Explained */
/** @typedef {{plies: number, count: number}} PlyCount plies: null, alone, in a table of outcomes alone */
/** @typedef {{plies: number, fen: string, line: LineMove[]}} Longest */
/**
 * @typedef {object} Tier
 * @property {string} tier
 * @property {'white' | 'black'} to_move
 * @property {number} position_count
 * @property {number} win_count
 * @property {number} loss_count
 * @property {number} draw_count
 * @property {PlyCount[]} wins
 * @property {PlyCount[]} losses
 * @property {Longest | null} longest_win
 * @property {Longest | null} longest_loss
 */

/** The program has answered that it cannot do what was asked. */
export class ProgramError extends Error {
    /** @param {Mistake} mistake @param {number} status */
    constructor(mistake, status) {
        super(mistake.message);
        this.mistake = mistake;
        this.status = status;
    }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object | null} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function request(method, path, body, signal) {
    const response = await send(method, path, body && JSON.stringify(body), signal);
    if (response.ok) return response;
    if (response.headers.get('Content-Type')?.startsWith('application/json')) throw new ProgramError(await response.json(), response.status);
    throw new ProgramError({ message: `The server in front of the program refuses this (status ${response.status}).`, input: null, line: null, column: null }, response.status);
}

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
async function get(path, signal) {
    return parsed(await request('GET', path, null, signal), signal);
}

/** @param {string} path @param {object} body @param {AbortSignal} [signal] @returns {Promise<any>} */
async function post(path, body, signal) {
    return parsed(await request('POST', path, body, signal), signal);
}

/** @param {Response} response @param {AbortSignal} [signal] */
async function parsed(response, signal) {
    try {
        return await response.json();
    } catch (error) {
        if (signal?.aborted) throw error;
        throw gone();  // cut in the middle
    }
}

/** @returns {Promise<{version: string, limits: Limits}>} */
export const server = () => get('server');

/** @returns {Promise<Variant[]>} */
export const variants = async () => (await get('variants')).variants;

/** @param {Game} game @param {AbortSignal} [signal] @returns {Promise<Variant>} */
export const variant = (game, signal) =>
    game.rules ? post('variant', game, signal) : get('variants/' + encodeURIComponent(game.variant), signal);

/**
 * @param {string} rules
 * @param {AbortSignal} [signal]
 * @returns {Promise<{variants: Variant[], errors: Mistake[]}>}
 */
export const checkRules = (rules, signal) => post('rules', { rules }, signal);

/**
 * The drawing of a kind of piece, as SVG.
 * @param {string} picture
 * @returns {Promise<string>}
 */
export const piece = async picture => (await request('GET', `pieces/${picture}.svg`, null)).text();

/** @param {Game} game @param {string} fen @param {AbortSignal} [signal] @returns {Promise<Setup>} */
export const setup = (game, fen, signal) => post('position', { ...game, fen }, signal);

/**
 * What tables know of a position and its moves.
 * @param {Game} game
 * @param {string} fen
 * @param {AbortSignal} [signal]
 * @returns {Promise<Value>}
 */
export const value = (game, fen, signal) => post('value', { ...game, fen, line: true }, signal);

/**
 * Plays moves.
 * @param {Game} game
 * @param {string} fen
 * @param {string[]} moves
 * @param {AbortSignal} [signal]
 * @returns {Promise<{fen: string, moves: Step[]}>}
 */
export const line = (game, fen, moves, signal) => post('line', { ...game, fen, line: moves.join(' ') }, signal);

/**
 * Begins a search for the value of a position.
 * @param {Game} game
 * @param {string} fen
 * @param {number | null} seconds
 * @returns {Promise<Job>}
 */
export const searchValue = (game, fen, seconds) => post('jobs', { kind: 'moves', ...game, fen, ...(seconds ? { seconds } : {}) });

/**
 * Begins a proof that there is a win within `plies` plies, with its certificate.
 * @param {Game} game
 * @param {string} fen
 * @param {number} plies
 * @returns {Promise<Job>}
 */
export const certify = (game, fen, plies) => post('jobs', { kind: 'prove', ...game, fen, plies, certificate: true });

/**
 * Begins to solve a composed problem, and to write it in formats of other programs.
 * @param {Game} game
 * @param {ProblemQuestion & Heading & {verify: boolean, write: string[], letters: string}} question
 * @returns {Promise<Job>}
 */
export const solveProblem = (game, question) => post('jobs', { kind: 'problem', ...game, ...question });

/**
 * A composed problem as journals print it, as SVG.
 * @param {Game} game
 * @param {ProblemQuestion & Heading} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>}
 */
export const drawProblem = async (game, question, signal) => (await request('POST', 'problem/draw', { ...game, ...question }, signal)).text();

/** A word in a line of a problem: the side to move passes. */
export const passed = '0000';

/**
 * Plays moves of a composed problem, and passes.
 * @param {Game} game
 * @param {string} fen
 * @param {string[]} words
 * @param {AbortSignal} [signal]
 * @returns {Promise<{fen: string, moves: Step[]}>}
 */
export const problemLine = (game, fen, words, signal) => post('line', { ...game, fen, line: words.join(' '), problem: true }, signal);

/** @param {string} id @param {AbortSignal} [signal] @returns {Promise<Job>} */
export const job = (id, signal) => get('jobs/' + id, signal);

/** @param {string} id */
export const cancelJob = id => request('DELETE', 'jobs/' + id, null).then(() => undefined, () => undefined);

/**
 * A picture as `zermelo draw` makes it, as SVG.
 * @param {Game} game
 * @param {string} fen
 * @param {boolean} flipped
 * @param {boolean} western
 * @returns {Promise<string>}
 */
export const draw = async (game, fen, flipped, western) => (await request('POST', 'draw', { ...game, fen, flipped, western })).text();

/** @returns {Promise<Puzzle[]>} */
export const puzzles = async () => (await get('puzzles')).puzzles;

/** @param {string} name @param {AbortSignal} [signal] @returns {Promise<Puzzle>} */
export const puzzle = (name, signal) => get('puzzles/' + name, signal);

/** @param {string} name @param {string} text @param {AbortSignal} [signal] @returns {Promise<Judged>} */
export const judge = (name, text, signal) => post(`puzzles/${name}/judge`, { text }, signal);

/**
 * Compares what a program wrote with the verdicts of an input.
 * @param {string} name
 * @param {string} text
 * @param {string} output
 * @param {AbortSignal} [signal]
 * @returns {Promise<Checked>}
 */
export const check = (name, text, output, signal) => post(`puzzles/${name}/check`, { text, output }, signal);

/**
 * @param {string} name
 * @param {string} text
 * @param {number} game
 * @param {AbortSignal} [signal]
 * @returns {Promise<Explained>}
 */
export const explain = (name, text, game, signal) => post(`puzzles/${name}/explain`, { text, game }, signal);

/**
 * @param {string} name
 * @param {{family?: string, seed?: number, count?: number}} wanted
 * @returns {Promise<string>}
 */
export const generate = async (name, wanted) => (await post(`puzzles/${name}/generate`, wanted)).text;

/** @returns {Promise<{variant: string, table_count: number}[]>} */
export const tables = async () => (await get('tables')).variants;

/** @param {string} name @param {AbortSignal} [signal] @returns {Promise<Tier[]>} */
export const statistics = async (name, signal) => (await get('tables/' + encodeURIComponent(name), signal)).tiers;
