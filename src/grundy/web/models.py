"""What the interface for programs takes and gives, as OpenAPI describes it.

Answers are written by workers as text; the models of answers describe them and are not run.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from grundy.web.limits import BODY, JOB, LONGEST

__all__ = [
    "Analyse",
    "Analysis",
    "Answer",
    "Calculate",
    "Compare",
    "Conjecture",
    "Explain",
    "Graph",
    "JobRequest",
    "JobStatus",
    "Labels",
    "LongAnalyse",
    "Misere",
    "Move",
    "Moved",
    "Period",
    "Periodicity",
    "Problem",
    "Question",
    "Ruleset",
    "Sequence",
    "Table",
    "Values",
]

Expression = Annotated[str, Field(min_length=1, max_length=LONGEST, examples=["nim(3,5,7)"])]
Rules = Annotated[str, Field(min_length=1, max_length=LONGEST, examples=["octal(0.137)"])]
Number = Annotated[int, Field(ge=0, le=10**18)]
To = Annotated[int | None, Field(ge=1, le=10_000)]
Seconds = Annotated[float, Field(gt=0, le=JOB, description="The time that the job may take")]
Nimber = int | str | None  # text for an ordinal


class Question(BaseModel):
    """What is asked: the arguments of a task."""

    model_config = ConfigDict(populate_by_name=True)

    def arguments(self) -> dict[str, Any]:
        """The arguments by name."""
        return self.model_dump(exclude={"kind", "seconds"})


class Body(Question):
    """A question that comes as JSON, which has numbers and truth values of its own: text is not taken for them."""

    model_config = ConfigDict(strict=True)


class Job(Body):
    """Work in the background."""

    seconds: Seconds = 60


class Analyse(Question):
    """Who wins, by which moves, and the nimber."""

    game: Expression
    misere: bool = False
    moves: Literal["winning", "all", "none"] = "winning"
    most: int = Field(100, ge=0, le=1_000)


class LongAnalyse(Body, Analyse):
    """The same in a body."""


class Explain(Question):
    """Why."""

    game: Expression
    misere: bool = False
    full: bool = False
    html: bool = Field(False, description="The explanation as HTML too")


class Move(Body):
    """A move in a game: in words, as a list of moves has it, or as the position that it leads to."""

    game: Expression
    move: str = Field("", max_length=LONGEST, examples=["take 3 from the heap of 5"])
    to: str = Field("", max_length=LONGEST, examples=[""])
    misere: bool = False
    reply: Literal["perfect", "kind1", "kind2", "kind3"] | None = Field(None, description="Who answers the move")
    analyse: bool = Field(False, description="The analysis of the game after it")


class Values(Question):
    """Sprague-Grundy values from one heap to before another."""

    ruleset: Rules
    to: Number = 100
    start: Number = Field(0, alias="from")


class Period(Question):
    """The period of the values."""

    ruleset: Rules
    limit: int = Field(2**17, ge=1, le=2**22)


class Table(Question):
    """Nimbers of positions that have two coordinates."""

    ruleset: Rules = Field(examples=["wythoff"])
    rows: int = Field(8, ge=1, le=100)
    columns: int = Field(8, ge=1, le=100)


class Misere(Question):
    """Genus, outcomes and misère quotient of a heap ruleset."""

    ruleset: Rules = Field(examples=["kayles"])
    to: int = Field(20, ge=1, le=200)


class Conjecture(Question):
    """The simplest law that the values follow."""

    ruleset: Rules
    to: To = None


class Compare(Question):
    """Whether two rulesets have the same values."""

    a: Rules
    b: Rules = Field(examples=["dawsons_kayles"])
    to: To = None


class Calculate(Question):
    """Nim arithmetic."""

    expression: str = Field(min_length=1, max_length=2_000, examples=["24 * 17"])


class Graph(Body):
    """A directed graph as text: arrows such as a: b c; b: c, a list of arrows, DOT, GraphML or JSON."""

    text: str = Field(min_length=1, max_length=BODY, examples=["a: b c; b: c"])
    misere: bool = False
    svg: bool = False


class AnalyseJob(Job, Analyse):
    """An analysis in the background."""

    kind: Literal["analyse"]


class PeriodJob(Job, Period):
    """The search for a period in the background."""

    kind: Literal["period"]
    limit: int = Field(2**20, ge=1, le=2**25)


class ValuesJob(Job, Values):
    """Values in the background."""

    kind: Literal["values"]


class MisereJob(Job, Misere):
    """A misère quotient in the background."""

    kind: Literal["misere"]
    to: int = Field(20, ge=1, le=1_000)


class ConjectureJob(Job, Conjecture):
    """The search for a law in the background."""

    kind: Literal["conjecture"]


class CompareJob(Job, Compare):
    """A comparison in the background."""

    kind: Literal["same"]


JobRequest = AnalyseJob | PeriodJob | ValuesJob | MisereJob | ConjectureJob | CompareJob


class Problem(BaseModel):
    """What was wrong, in one line that names the cure."""

    error: str


class Answer(BaseModel):
    """An object as the command line prints it with `--json`."""

    model_config = ConfigDict(extra="allow")


class Ruleset(Answer):
    """A ruleset of the catalogue."""

    name: str
    rules: str
    source: str
    notation: str
    example: str
    parameters: bool
    adds: bool
    misere: bool
    aliases: list[str]


class Reached(BaseModel):
    """A move and the game that it leads to."""

    move: str
    to: str


class Analysis(Answer):
    """Who wins, by which moves, and the nimber."""

    game: str
    play: Literal["normal", "misere"]
    outcome: Literal["N", "P", "D"] | None
    nimber: Nimber
    nimber_status: Literal["exact", "none", "not computed"]
    parts: list[dict[str, Any]]
    winning_moves: list[Reached]
    winning_count: int | None
    complete: bool
    method: str
    seconds: float


class Moved(Answer):
    """The game after a move."""

    game: str
    after_move: str
    reply: Reached | None
    over: bool
    winner: Literal["mover", "opponent"] | None = Field(description="The mover is the player whose move was sent")


class Sequence(Answer):
    """Values from a heap on."""

    ruleset: str
    start: int = Field(alias="from")
    values: list[int]


class Periodicity(Answer):
    """A period, or null where none was found."""

    ruleset: str
    period: int | None
    preperiod: int | None
    saltus: int | None
    proved: bool
    theorem: str | None
    checked_to: int
    exceptions: list[int]


class Labels(Answer):
    """What is known of each vertex."""

    vertices: dict[str, dict[str, Any]]


class JobStatus(BaseModel):
    """How far a job has come."""

    id: str
    kind: str
    status: Literal["waiting", "running", "done", "failed", "cancelled"]
    done: int = Field(description="Positions or values so far")
    seconds: float
    rate: float = Field(description="Positions or values a second")
    error: str | None
