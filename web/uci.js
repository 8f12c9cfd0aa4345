// SPDX-License-Identifier: GPL-3.0-or-later
// Moves in UCI, as addresses and the program have them.

const movePlaces = /^([a-p]\d+)([a-p]\d+)/;  // the squares of a move in UCI
const dropPlace = /@([a-p]\d+)/;

/**
 * Where a move in UCI begins and ends; a drop is where it ends alone.
 * @param {string} move
 * @returns {{from: string, to: string} | null}
 */
export function placesOf(move) {
    const dropped = dropPlace.exec(move);
    if (dropped) return { from: dropped[1], to: dropped[1] };
    const places = movePlaces.exec(move);
    return places && { from: places[1], to: places[2] };
}

/**
 * The moves of an address, with commas between them. A part that goes on from where the move before it ends is that move's wall.
 * @param {string} line
 */
export function movesOf(line) {
    /** @type {string[]} */
    const moves = [];
    for (const part of line ? line.split(',') : []) {
        const end = moves.at(-1)?.match(/[a-p]\d+/g)?.at(-1);
        if (end && part.match(/^([a-p]\d+)[a-p]\d+$/)?.[1] === end) moves.push(`${moves.pop()},${part}`);
        else moves.push(part);
    }
    return moves;
}
