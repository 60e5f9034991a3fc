"""Strategies in DOT: the positions that the winner leaves, with an arrow for each move and its reply."""

import json

from grundy.core.reader import ellipsis
from grundy.solvers.strategy import Reply, StrategyTree

LABEL_CHARACTERS = 120


def strategy_dot(tree: StrategyTree) -> str:
    lines = [f"digraph {quoted(f'strategy of the {tree.winner} player in {tree.game}')} {{", "  node [shape=box];"]
    if tree.opening:
        moves = ", then ".join(move.label for move in tree.opening)
        lines += [f"  start [label={quoted(str(tree.game))}];", f"  start -> p1 [label={quoted(moves)}];"]
    for position in tree.positions:
        lines.append(f"  p{position.number} [label={quoted(str(position.game))}];")
        for reply, number in zip(position.found.replies if position.found else (), position.leads_to, strict=True):
            there = f"p{number}" if number else "end"
            lines.append(f"  p{position.number} -> {there} [label={quoted(words_of(reply))}];")
    return "\n".join([*lines, "}"])


def words_of(reply: Reply) -> str:
    alike = f" (or {len(reply.moves) - 1} alike)" if len(reply.moves) > 1 else ""
    answer = ", then ".join(move.label for move in reply.answer)
    return f"{reply.moves[0].label}{alike}" + (f"\n{answer}" if answer else "")


def quoted(text: str) -> str:
    return json.dumps(ellipsis(text, LABEL_CHARACTERS), ensure_ascii=False)
