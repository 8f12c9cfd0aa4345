// SPDX-License-Identifier: GPL-3.0-or-later
// The same loop with shakmaty:
//
//     shakmaty_loop PLIES FEN
//
// prints the number of sequences. Its time is that of the process.
use shakmaty::{fen::Fen, CastlingMode, Chess, Position};

fn sequences(position: &Chess, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    let mut sum = 0;
    for played in &position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(played);
        sum += sequences(&next, plies - 1);
    }
    sum
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let fen: Fen = words[2].parse().expect("a FEN");
    let position: Chess = fen.into_position(CastlingMode::Standard).expect("a position");
    let nodes = sequences(&position, words[1].parse().expect("plies"));
    println!("{}", nodes);
}
