"""Whole games on the page by mouse, finger or keyboard: random legal pieces are touched, and what that did is noted.

A touch goes to a point of the screen, as a person's does: where another element lies over a piece, that one gets it.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Page

MOST_TOUCHES = 3_000  # of one game: random play may go back and forth for long
PATIENCE_MS = 40_000  # for what a touch brings, on a busy machine
STEP_TRIES = 60  # arrow keys on the way to a piece
TAB_TRIES = 12  # from the top of a page to its board
ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}

# Notes what the page looks like before a touch, and gives the pieces that may be touched next.
LOOK = """() => {
  const board = document.getElementById('board');
  board.isOld = true;
  window.stays = true;
  window.countMoves = () => {
    const list = document.querySelector('.history'); // it begins after positions that were dropped
    return list === null ? 0 : list.start - 1 + list.children.length;
  };
  const chosen = board.querySelectorAll('.chosen').length;
  const isShown = (shape) =>
    shape.checkVisibility({ visibilityProperty: true }) && getComputedStyle(shape).pointerEvents !== 'none';
  const all = [...board.querySelectorAll(chosen ? '.open' : '.move, .piece:not(.later)')].filter(
    (one) => [...one.children].some(isShown));
  const make = chosen ? document.getElementById('make') : null;
  return {
    isOver: document.querySelector('#status strong') !== null,
    isReviewed: document.querySelector('.review .strip li') !== null,
    keys: [...all.map((one) => one.dataset.key), ...(make ? ['make'] : [])],
    moves: countMoves(),
  };
}"""

# Brings an element into view and gives a point of the screen at which it is the one that is touched: the share `luck`
# of the way through all such points. What lies over a piece and cannot be touched itself would swallow a touch.
AIM = """([key, luck]) => {
  const one = document.querySelector(key === 'make' ? '#make' : `#board [data-key='${key}']`);
  const hits = (x, y) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (key === 'make' ? top.closest('#make') === one : top.closest('[data-key]') === one);
  };
  let box = one.getBoundingClientRect();
  const { left, right } = (one.closest('.stage') ?? document.documentElement).getBoundingClientRect();
  if (box.top < 0 || box.bottom > innerHeight || box.left < left || box.right > right) {
    one.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
    box = one.getBoundingClientRect();
  }
  const around = [0.02, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 0.98];
  const points = around.flatMap((b) =>
    around.map((a) => [Math.round(box.left + a * box.width), Math.round(box.top + b * box.height)]));
  const good = points.filter(([x, y]) => hits(x, y));
  const at = good[Math.floor(luck * good.length)];
  const isSwallowed = ([x, y]) => {
    const there = document.elementsFromPoint(x, y);
    return there.some((it) => one.contains(it)) && there[0].closest('a, button, .piece') === null;
  };
  const controls = document.querySelector('.controls');
  board.marks = [scrollX, scrollY, controls ? controls.getBoundingClientRect().top : 0];
  return { at: at ?? null, isSwallowed: points.some(isSwallowed) };
}"""

# Waits until a touch has done something: another board, or another choice.
WAIT = """([key, patience]) => new Promise((done) => {
  const started = performance.now();
  const look = () => {
    const board = document.getElementById('board');
    const chosen = [...(board?.querySelectorAll('.chosen') ?? [])].map((one) => one.dataset.key);
    const moved = !board?.isOld && document.getElementById('status') !== null;
    if (moved || chosen.includes(key)) {
      const controls = document.querySelector('.controls');
      done({
        moved, stays: window.stays === true, seconds: (performance.now() - started) / 1000,
        marks: [scrollX, scrollY, controls ? controls.getBoundingClientRect().top : 0],
        moves: window.countMoves?.() ?? 0,
      });
    } else if (performance.now() - started > patience) done(null);
    else setTimeout(look, 4);
  };
  look();
})"""
MOVES = "() => countMoves()"
MARKS = "() => document.getElementById('board').marks"
WHERE = """(key) => {
  const centre = (one) => {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const wanted = document.querySelector(`#board [data-key='${key}']`);
  const at = document.activeElement;
  return { at: at.closest('#board') ? at.dataset.key ?? '' : '', from: centre(at), to: centre(wanted) };
}"""
IS_ON_BOARD = "() => document.activeElement.closest('#board') !== null"


@dataclass
class Tally:
    """What happened in some games."""

    touches: int = 0
    moves: int = 0
    games: int = 0
    lost: list[str] = field(default_factory=list)  # touches that did nothing
    untouchable: list[str] = field(default_factory=list)  # pieces that no point of the screen belongs to
    covered: list[str] = field(default_factory=list)  # pieces under something that cannot be touched
    dead_ends: list[str] = field(default_factory=list)  # positions with moves and nothing to touch, ends without review
    idle: list[str] = field(default_factory=list)  # touches that brought another board and no move
    jumps: list[str] = field(default_factory=list)  # moves after which the page or its controls stood elsewhere
    loads: list[str] = field(default_factory=list)  # moves that loaded another page
    waits: list[float] = field(default_factory=list)  # seconds until the board after a move
    finished: Counter[str] = field(default_factory=Counter)  # games that came to their end, by ruleset

    @property
    def faults(self) -> list[str]:
        return [*self.lost, *self.untouchable, *self.covered, *self.dead_ends, *self.idle, *self.jumps, *self.loads]


Touch = Callable[[Page, str, list[float]], bool]


def click(page: Page, key: str, at: list[float]) -> bool:
    page.mouse.click(*at)
    return True


def tap(page: Page, key: str, at: list[float]) -> bool:
    page.touchscreen.tap(*at)
    return True


def press(page: Page, key: str, at: list[float]) -> bool:
    """Go to a piece with the arrow keys and press Enter; whether the arrows lead there."""
    if key == "make":  # Enter again on what was chosen last
        page.keyboard.press("Enter")
        return True
    if not page.evaluate(MOVES):
        reach_board(page)  # later the focus must have stayed there
    tried = set[tuple[str, str]]()
    for _ in range(STEP_TRIES):
        where = page.evaluate(WHERE, key)
        if where["at"] == key:
            page.keyboard.press("Enter")
            return True
        if not where["at"]:
            return False
        way = [b - a for a, b in zip(where["from"], where["to"], strict=True)]
        ranked = sorted(ARROWS, key=lambda arrow: -sum(a * b for a, b in zip(ARROWS[arrow], way, strict=True)))
        arrow = next((arrow for arrow in ranked if (where["at"], arrow) not in tried), "")
        if not arrow:
            return False
        tried.add((where["at"], arrow))
        page.keyboard.press(arrow)
    return False


def reach_board(page: Page) -> None:
    """Press Tab until a piece has the focus."""
    for _ in range(TAB_TRIES):
        if page.evaluate(IS_ON_BOARD):
            return
        page.keyboard.press("Tab")


def play_whole_game(page: Page, name: str, touch: Touch, chance: Random, tally: Tally) -> None:
    """Play the game of the page to its end, one random piece after the other."""
    tally.games += 1
    for _ in range(MOST_TOUCHES):
        seen = page.evaluate(LOOK)
        if seen["isOver"]:
            tally.finished[name] += 1
            if not seen["isReviewed"]:
                tally.dead_ends.append(f"{name}: no review of {position_of(page)}")
            return
        if not seen["keys"]:
            tally.dead_ends.append(f"{name}: nothing to touch in {position_of(page)}")
            return
        if not touch_one(page, name, touch, chance.choice(seen["keys"]), chance.random(), seen["moves"], tally):
            return
    tally.dead_ends.append(f"{name}: no end after {MOST_TOUCHES} touches")


def touch_one(page: Page, name: str, touch: Touch, key: str, luck: float, moves: int, tally: Tally) -> bool:
    """Touch one piece somewhere, after so many moves; whether play can go on."""
    where, aim = f"{name}: {key} in {position_of(page)}", page.evaluate(AIM, [key, luck])
    if aim["isSwallowed"]:
        tally.covered.append(where)
    if aim["at"] is None and touch is not press:
        tally.untouchable.append(where)
        return False
    before: Any = page.evaluate(MARKS)
    tally.touches += 1
    if not touch(page, key, aim["at"]):
        tally.untouchable.append(f"{where} by arrow keys")
        return False
    came = page.evaluate(WAIT, [key, PATIENCE_MS])
    if came is None:
        tally.lost.append(where)
        return False
    if touch is not press and came["marks"][:2] != before[:2]:
        tally.jumps.append(f"{where}: scrolled from {before[:2]} to {came['marks'][:2]}")
    if abs(came["marks"][2] + came["marks"][1] - before[2] - before[1]) > 1:
        tally.jumps.append(
            f"{where}: controls from {before[2] + before[1]:.0f} to {came['marks'][2] + came['marks'][1]:.0f}"
        )
    if came["moved"]:
        tally.moves += 1
        tally.waits.append(came["seconds"])
        if came["moves"] <= moves:
            tally.idle.append(where)
        if not came["stays"]:
            tally.loads.append(where)
    return True


def position_of(page: Page) -> str:
    return page.locator("#edit").input_value()
