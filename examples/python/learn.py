# SPDX-License-Identifier: GPL-3.0-or-later
"""Labels 100,000 positions of chess on 5×5, trains a small net on them with numpy alone, scores its play and plots it: learn.py [PICTURE]."""
import sys, tempfile
import numpy as np, zermelo

suite, random, folder = zermelo.benchmark("small5x5"), np.random.default_rng(1), tempfile.mkdtemp()
zermelo.solve(suite.variant, folder, men=4)
tables = zermelo.Tables(folder)
chunks = [chunk for name in tables.tiers(suite.variant) for chunk in tables.tier(suite.variant, name).chunks()]

def features(boards, to_move):  # as White to move sees them: Black's boards are turned round
    turned = boards.reshape(-1, 5, 5)[:, ::-1].reshape(-1, 25)
    boards = np.where(np.reshape(to_move, (-1, 1)) == 1, np.where(turned > 0, (turned - 1 ^ 1) + 1, 0), boards)
    return zermelo.planes(suite.variant, boards, "white")[:, :-1].reshape(len(boards), -1).astype(np.float32)

boards, sides = np.concatenate([c.boards for c in chunks]), np.repeat([c.to_move for c in chunks], list(map(len, chunks)))
chosen = random.choice(len(boards), 100_000, replace=False)
inputs, labels = features(boards[chosen], sides[chosen]), np.concatenate([c.outcomes for c in chunks])[chosen] + 1
net = [random.normal(0, n**-0.5, (n, m)).astype(np.float32) for n, m in ((inputs.shape[1], 256), (256, 3))]
speed = [np.zeros_like(weights) for weights in net]
for step in range(4_000):
    batch = random.integers(len(inputs), size=256)
    hidden = np.maximum(inputs[batch] @ net[0], 0)
    odds = np.exp(hidden @ net[1])
    error = (odds / odds.sum(1, keepdims=True) - np.eye(3, dtype=np.float32)[labels[batch]]) / len(batch)
    for i, slope in enumerate((inputs[batch].T @ ((error @ net[1].T) * (hidden > 0)), hidden.T @ error)):
        speed[i] = 0.9 * speed[i] - 0.2 * slope
        net[i] += speed[i]

def play(position):  # the move after which the opponent expects least
    after = {move: position.play(move) for move in position.legal_moves}
    odds = np.exp(np.maximum(features(np.array([p.array() for p in after.values()]), position.turn == "white") @ net[0], 0) @ net[1])
    expected = (odds[:, 2] - odds[:, 0]) / odds.sum(1)
    return min(after, key=lambda move: dict(zip(after, expected))[move] if after[move].outcome is None else after[move].outcome)

report = suite.score(play)
print(f"{len(inputs):,} positions learnt; {suite.chance:.1%} are kept by chance, by the net: {report}")
if sys.argv[1:]:
    report.plot().figure.savefig(sys.argv[1])
