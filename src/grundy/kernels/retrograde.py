"""Retrograde analysis of digraphs of millions of vertices: heights, outcomes, and Smith's values.

A graph is two arrays: the followers of vertex v are `ends[starts[v] : starts[v + 1]]`. See docs/theory/digraphs.md.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import jit, takes

Ints = NDArray[np.int32]
Letters = NDArray[np.uint8]
WON, LOST, DRAW = 78, 80, 68  # N, P and D in ASCII
ENDLESS = -1  # no height, no remoteness, no finite value
NO_REMOTENESS = 2**31 - 1  # above every remoteness
OPEN = -2  # the height of a vertex on the present path of the search


@jit
@takes("int32", "int32", 0)
def group_arrows(tails: Ints, heads: Ints, vertices: int) -> tuple[Ints, Ints]:
    """The arrays `starts` and `ends` of the graph with the arrows tails[i] -> heads[i]."""
    starts = np.zeros(vertices + 1, np.int32)
    for tail in tails:
        starts[tail + 1] += 1
    for v in range(vertices):
        starts[v + 1] += starts[v]
    free, ends = starts[:-1].copy(), np.empty(len(heads), np.int32)
    for i in range(len(tails)):
        tail = tails[i]
        ends[free[tail]] = heads[i]
        free[tail] += 1
    return starts, ends


@jit
@takes("int32", "int32", "int32", "int32", "int32", "int32", "int32", "int32", "int32")
def fill_acyclic(
    starts: Ints, ends: Ints, value: Ints, height: Ints, far: Ints, misere: Ints, met: Ints, stack: Ints, place: Ints
) -> bool:
    """Fill in value, height and remoteness, under misère play too; return False where the graph has a cycle.

    All of `height` is ENDLESS before, `met` is as in `fill_mex`, and `place` begins as `starts`.
    """
    for root in range(len(height)):
        depth = 0
        if height[root] == ENDLESS:
            height[root], stack[0], depth = OPEN, root, 1
        while depth:
            v = stack[depth - 1]
            while place[v] < starts[v + 1] and height[ends[place[v]]] >= 0:
                place[v] += 1
            if place[v] == starts[v + 1]:
                fill_vertex(v, ends[starts[v] : starts[v + 1]], value, height, far, misere, met)
                depth -= 1
            elif height[ends[place[v]]] == OPEN:
                return False
            else:
                height[ends[place[v]]], stack[depth] = OPEN, ends[place[v]]
                depth += 1
    return True


@jit
@takes(np.int32(0), "int32", "int32", "int32", "int32", "int32", "int32")
def fill_vertex(v: int, heads: Ints, value: Ints, height: Ints, far: Ints, misere: Ints, met: Ints) -> None:
    """Fill in a vertex whose followers are all known; an odd remoteness is a win, under misère play an even one.

    The winner moves to the lost follower of least remoteness, the loser to the won one of greatest.
    """
    tall, least = -1, 0
    near, slow, misere_near, misere_slow = NO_REMOTENESS, -1, NO_REMOTENESS, -1
    for head in heads:
        tall = max(tall, height[head])
        met[value[head]] = v
        if far[head] & 1:
            slow = max(slow, far[head])
        else:
            near = min(near, far[head])
        if misere[head] & 1:
            misere_near = min(misere_near, misere[head])
        else:
            misere_slow = max(misere_slow, misere[head])
    while met[least] == v:
        least += 1
    value[v], height[v] = least, tall + 1
    far[v] = 1 + (near if near < NO_REMOTENESS else slow)
    misere[v] = 1 + (misere_near if misere_near < NO_REMOTENESS else misere_slow)


@jit
@takes("int32", "int32", "int32", "int32", "int32")
def fill_heights(waits: Ints, back: Ints, before: Ints, height: Ints, order: Ints) -> int:
    """Fill in the heights of the vertices from which all play ends, and list them in that order; return their number.

    `before[back[v] : back[v + 1]]` are the vertices with an arrow to v, and `waits` is the number of followers of each.
    """
    count, done = 0, 0
    for v in range(len(waits)):
        if waits[v] == 0:
            height[v], order[count] = 0, v
            count += 1
    while done < count:
        v = order[done]
        done += 1
        for i in range(back[v], back[v + 1]):
            u = before[i]
            waits[u] -= 1
            if waits[u] == 0:
                height[u], order[count] = height[v] + 1, u
                count += 1
    return count


@jit
@takes("int32", "int32", "int32", True, "uint8", "int32", "int32")
def fill_outcomes(
    waits: Ints, back: Ints, before: Ints, misere: bool, label: Letters, remoteness: Ints, queue: Ints
) -> None:
    """Fill in outcome and remoteness of each vertex that is no draw, in the order of remoteness."""
    count, done = 0, 0
    for v in range(len(waits)):
        if waits[v] == 0:
            label[v], remoteness[v], queue[count] = WON if misere else LOST, 0, v
            count += 1
    while done < count:
        v = queue[done]
        done += 1
        for i in range(back[v], back[v + 1]):
            u = before[i]
            waits[u] -= 1
            if label[u] == DRAW and (label[v] == LOST or waits[u] == 0):
                label[u] = WON if label[v] == LOST else LOST
                remoteness[u], queue[count] = remoteness[v] + 1, u
                count += 1


@jit
@takes("int32", "int32", "int32", "int32", "int32")
def fill_mex(starts: Ints, ends: Ints, order: Ints, value: Ints, met: Ints) -> None:
    """Fill in the mex of the followers of each listed vertex; followers are listed before.

    met[m] = v says that a follower of v has value m; no value is above the number of followers.
    """
    for v in order:
        for i in range(starts[v], starts[v + 1]):
            met[value[ends[i]]] = v
        least = 0
        while met[least] == v:
            least += 1
        value[v] = least


def smith_values(starts: Ints, ends: Ints, back: Ints, before: Ints, order: Ints) -> Ints:
    """Smith's value of each vertex, ENDLESS where it is infinite; `order` lists those from which all play ends."""
    vertices, values = len(starts) - 1, 2 + int(np.max(np.diff(starts), initial=0))
    value = np.full(vertices, ENDLESS, np.int32)
    fill_mex(starts, ends, order, value, np.full(values, ENDLESS, np.int32))
    ready = np.flatnonzero(value == ENDLESS).astype(np.int32)  # the vertices that may still get a value
    if not len(ready):
        return value
    first, finished = group_arrows(value[order], order, values)
    answered = np.full(vertices, ENDLESS, np.int32)  # the last stage whose number a follower had
    waits, queue, stage = np.zeros(vertices, np.int32), ready.copy(), 0
    while len(ready):
        mark_answered(finished[first[stage] : first[stage + 1]], back, before, answered, stage)
        count = start_stage(ready, starts, ends, value, answered, waits, queue, stage)
        finish_stage(queue, count, back, before, value, answered, waits, stage)
        ready = ready[: keep_ready(ready, value, answered, waits, stage)]
        stage += 1
    return value


@jit
@takes("int32", "int32", "int32", "int32", 0)
def mark_answered(those: Ints, back: Ints, before: Ints, answered: Ints, stage: int) -> None:
    """Note which vertices have an arrow to one of those: they are answered in this stage."""
    for v in those:
        for i in range(back[v], back[v + 1]):
            answered[before[i]] = stage


@jit
@takes("int32", "int32", "int32", "int32", "int32", "int32", "int32", 0)
def start_stage(
    ready: Ints, starts: Ints, ends: Ints, value: Ints, answered: Ints, waits: Ints, queue: Ints, stage: int
) -> int:
    """Queue the vertices that get the value of this stage at once, and return their number.

    The others wait for followers that have no value yet, or this one, and no known answer.
    """
    count = 0
    for v in ready:
        if answered[v] != stage:
            waits[v] = 0
            for i in range(starts[v], starts[v + 1]):
                end = ends[i]
                waits[v] += value[end] in (ENDLESS, stage) and answered[end] != stage
            if waits[v] == 0:
                value[v], queue[count] = stage, v
                count += 1
    return count


@jit
@takes("int32", 0, "int32", "int32", "int32", "int32", "int32", 0)
def finish_stage(
    queue: Ints, count: int, back: Ints, before: Ints, value: Ints, answered: Ints, waits: Ints, stage: int
) -> None:
    """Give the value of this stage to all vertices that wait for nothing any more, beginning with those queued."""
    done = 0
    while done < count:
        v = queue[done]
        done += 1
        for i in range(back[v], back[v + 1]):
            u = before[i]
            if value[u] != ENDLESS or answered[u] == stage:
                continue
            answered[u] = stage
            for j in range(back[u], back[u + 1]):
                w = before[j]
                if value[w] == ENDLESS and answered[w] != stage:
                    waits[w] -= 1
                    if waits[w] == 0:
                        value[w], queue[count] = stage, w
                        count += 1


@jit
@takes("int32", "int32", "int32", "int32", 0)
def keep_ready(ready: Ints, value: Ints, answered: Ints, waits: Ints, stage: int) -> int:
    """Move the vertices without a value whose followers have all values so far to the front; return their number."""
    kept = 0
    for v in ready:
        if value[v] == ENDLESS and answered[v] == stage:
            ready[kept] = v
            kept += 1
        else:
            waits[v] = 0  # later it only falls below 0, so it is never found at 0 again
    return kept
