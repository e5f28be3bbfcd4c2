"""Answers of python-chess for tests/it/python_chess.rs: who may claim a draw by which move.

Each line of standard input is a game: the start position, a tab, and its moves, separated by blanks. Each line of standard output is
a list of plies at which a position has occurred before or 98 half-moves were quiet; other plies have no claim. With "all" as first
word, every ply is listed.
"""

import json
import sys
from collections import Counter

import chess


def quiet_moves(board):
    return [move for move in board.legal_moves if not board.is_zeroing(move)]


def answer(board, counts, ply):
    stands = counts[board._transposition_key()]
    threefold, fifty, ending = [], [], []
    for move in quiet_moves(board):
        name = board.san(move)
        board.push(move)
        if counts[board._transposition_key()] >= 2:
            threefold.append(name)
        if board.halfmove_clock >= 100:
            fifty.append(name)
            if not any(board.legal_moves):
                ending.append(name)
        board.pop()
    return {
        "ply": ply,
        "stands": stands,
        "threefold": sorted(threefold),
        "quiet": board.halfmove_clock,
        "fifty": sorted(fifty),
        "ending": sorted(ending),
        "can_claim_threefold": board.can_claim_threefold_repetition(),
        "can_claim_fifty": board.can_claim_fifty_moves(),
    }


def game(fen, moves, every_ply):
    board = chess.Board(fen, chess960=True)
    counts, answers = Counter([board._transposition_key()]), []
    repeated = False
    for ply, name in enumerate(moves, 1):
        board.push_san(name)
        key = board._transposition_key()
        counts[key] += 1
        repeated = repeated or counts[key] > 1
        if every_ply or repeated or board.halfmove_clock >= 98:
            answers.append(answer(board, counts, ply))
    return answers


for line in sys.stdin:
    how, fen, moves = line.rstrip("\n").split("\t")
    try:
        print(json.dumps(game(fen, moves.split(), how == "all")))
    except ValueError as error:
        print(json.dumps({"error": str(error)}))
