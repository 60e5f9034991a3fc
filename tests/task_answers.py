"""Right and wrong answers to tasks, found by trying candidates: none is written down."""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from itertools import islice, product

from grundy.core.calculator import calculate
from grundy.expressions import parse_ruleset
from grundy.learn.judging import Judgement
from grundy.learn.table_tasks import MarkTask, PeriodTask, RuleTask, TableTask
from grundy.learn.tasks import CalculationTask, ColumnTask, MoveTask, NimberTask, OutcomeTask, Task
from grundy.solvers.solver import Solver

MOST_CANDIDATES = 400
Answers = Sequence[str]


def find_answers(task: Task) -> dict[bool, tuple[Answers, Judgement]]:
    """The first right and the first wrong of the candidates, each with its judgement."""
    found: dict[bool, tuple[Answers, Judgement]] = {}
    for answers in islice(candidates(task), MOST_CANDIDATES):
        judged = task.judge(answers)
        found.setdefault(judged.is_right, (answers, judged))
        if len(found) == 2:
            break
    return found


@singledispatch
def candidates(task: Task) -> Iterator[Answers]:
    """Answers to try: the small numbers."""
    return ([str(number)] for number in range(200))


@candidates.register
def _(task: NimberTask) -> Iterator[Answers]:
    yield [str(Solver().total(task.game))]
    yield ["0"]
    yield ["1"]


@candidates.register
def _(task: PeriodTask) -> Iterator[Answers]:
    period = parse_ruleset(task.ruleset).period()
    yield [str(period.period if period else 1)]
    yield ["1"]


@candidates.register
def _(task: MoveTask) -> Iterator[Answers]:
    wins = Solver().winning(task.game, task.misere, 1).moves
    yield from ([str(move.to)] for move in wins)
    yield from ([str(move.to)] for move in task.game.each_move())


@candidates.register
def _(task: OutcomeTask | ColumnTask) -> Iterator[Answers]:
    return ([letter] for letter, _ in task.choices)


@candidates.register
def _(task: MarkTask) -> Iterator[Answers]:
    solver = Solver()
    lost = [name for name in task.names if solver.outcome(task.game(name), task.misere) == "P"]
    yield lost
    yield task.names if len(lost) < len(task.names) else []


@candidates.register
def _(task: TableTask) -> Iterator[Answers]:
    right = [task.value(place) for place in task.blanks]
    yield right
    yield [*right[:-1], str(int(right[-1]) + 1)]


@candidates.register
def _(task: CalculationTask) -> Iterator[Answers]:
    yield [str(calculate(task.text))]
    yield ["7"]
    yield ["1"]


@candidates.register
def _(task: RuleTask) -> Iterator[Answers]:
    solver = Solver()
    is_lost = [solver.outcome(task.game(heap), task.misere) == "P" for heap in range(121)]
    for modulus in range(1, 40):
        if is_lost[modulus : 3 * modulus] == is_lost[: 2 * modulus]:
            yield [str(modulus), " ".join(str(n) for n in range(modulus) if is_lost[n])]
    yield from ([str(modulus), str(rest)] for modulus, rest in product((5, 6), (0, 1)))
