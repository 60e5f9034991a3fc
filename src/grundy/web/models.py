"""What the interface for programs takes and gives, as OpenAPI describes it.

Answers are written by workers as text; the models of answers describe them and are not run.
"""

from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field

from grundy.web.limits import BODY_BYTES, EXPRESSION_CHARACTERS, JOB_SECONDS

Expression = Annotated[str, Field(min_length=1, max_length=EXPRESSION_CHARACTERS, examples=["nim(3,5,7)"])]
RulesetText = Annotated[str, Field(min_length=1, max_length=EXPRESSION_CHARACTERS, examples=["octal(0.137)"])]
QueryText = Annotated[str, Query(max_length=EXPRESSION_CHARACTERS)]
Number = Annotated[int, Field(ge=0, le=10**18)]
To = Annotated[int | None, Field(ge=1, le=10_000)]
Seconds = Annotated[float, Field(gt=0, le=JOB_SECONDS, description="The time that the job may take")]
Opponent = Literal["perfect", "level1", "level2", "level3", "level4", "kind1", "kind2", "kind3"]
JsonNimber = int | str | None  # text for an ordinal or `loony`


class ApiQuestion(BaseModel):
    """What is asked: the arguments of a task."""

    model_config = ConfigDict(populate_by_name=True)

    def arguments(self) -> dict[str, Any]:
        return self.model_dump(exclude={"kind", "seconds"})


class BodyQuestion(ApiQuestion):
    """A question that comes as JSON, which has numbers and truth values of its own: text is not taken for them."""

    model_config = ConfigDict(strict=True)


class BackgroundQuestion(BodyQuestion):
    """Work in the background."""

    seconds: Seconds = 60


class AnalyseQuestion(ApiQuestion):
    """Who wins, by which moves, and the nimber."""

    game: Expression
    misere: bool = False
    moves: Literal["winning", "all", "none"] = "winning"
    most: int = Field(100, ge=0, le=1_000)


class LongAnalyseQuestion(BodyQuestion, AnalyseQuestion):
    """The same in a body."""


class ExplainQuestion(ApiQuestion):
    """Why."""

    game: Expression
    misere: bool = False
    full: bool = False
    html: bool = Field(False, description="The explanation as HTML too")


class MoveQuestion(BodyQuestion):
    """A move in a game: in words, as a list of moves has it, or as the position that it leads to."""

    game: Expression
    move: str = Field("", max_length=EXPRESSION_CHARACTERS, examples=["take 3 from the heap of 5"])
    to: str = Field("", max_length=EXPRESSION_CHARACTERS, examples=[""])
    misere: bool = False
    lead: int = Field(0, description="The points of the mover so far, less those of the opponent, where points decide")
    reply: Opponent | None = Field(None, description="Who answers the move, unless the mover must move again")
    analyse: bool = Field(False, description="The analysis of the game after it")


class ValuesQuestion(ApiQuestion):
    """Sprague-Grundy values from one heap to before another."""

    ruleset: RulesetText
    to: Number = 100
    start: Number = Field(0, alias="from")


class PeriodQuestion(ApiQuestion):
    """The period of the values."""

    ruleset: RulesetText
    limit: int = Field(2**17, ge=1, le=2**22)


class TableQuestion(ApiQuestion):
    """Nimbers of positions that have two coordinates."""

    ruleset: RulesetText = Field(examples=["wythoff"])
    rows: int = Field(8, ge=1, le=100)
    columns: int = Field(8, ge=1, le=100)


class MisereQuestion(ApiQuestion):
    """Genus, outcomes and misère quotient of a heap ruleset."""

    ruleset: RulesetText = Field(examples=["kayles"])
    to: int = Field(20, ge=1, le=200)


class ConjectureQuestion(ApiQuestion):
    """The simplest law that the values follow."""

    ruleset: RulesetText
    to: To = None


class CompareQuestion(ApiQuestion):
    """Whether two rulesets have the same values."""

    a: RulesetText
    b: RulesetText = Field(examples=["dawsons_kayles"])
    to: To = None


class CalculateQuestion(ApiQuestion):
    """Nim arithmetic."""

    expression: str = Field(min_length=1, max_length=2_000, examples=["24 * 17"])


class GraphQuestion(BodyQuestion):
    """A directed graph as text: arrows such as a: b c; b: c, a list of arrows, DOT, GraphML or JSON."""

    text: str = Field(min_length=1, max_length=BODY_BYTES, examples=["a: b c; b: c"])
    misere: bool = False
    svg: bool = False


class AnalyseJob(BackgroundQuestion, AnalyseQuestion):
    """An analysis in the background."""

    kind: Literal["analyse"]


class PeriodJob(BackgroundQuestion, PeriodQuestion):
    """The search for a period in the background."""

    kind: Literal["period"]
    limit: int = Field(2**20, ge=1, le=2**25)


class ValuesJob(BackgroundQuestion, ValuesQuestion):
    """Values in the background."""

    kind: Literal["values"]


class MisereJob(BackgroundQuestion, MisereQuestion):
    """A misère quotient in the background."""

    kind: Literal["misere"]
    to: int = Field(20, ge=1, le=1_000)


class ConjectureJob(BackgroundQuestion, ConjectureQuestion):
    """The search for a law in the background."""

    kind: Literal["conjecture"]


class CompareJob(BackgroundQuestion, CompareQuestion):
    """A comparison in the background."""

    kind: Literal["same"]


JobQuestion = AnalyseJob | PeriodJob | ValuesJob | MisereJob | ConjectureJob | CompareJob


class Problem(BaseModel):
    """What was wrong, in one line that names the cure."""

    error: str


class ApiAnswer(BaseModel):
    """An object as the command line prints it with `--json`."""

    model_config = ConfigDict(extra="allow")


class RulesetAnswer(ApiAnswer):
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


class ReachedMove(BaseModel):
    """A move and the game that it leads to."""

    move: str
    to: str


class AnalysisAnswer(ApiAnswer):
    """Who wins, by which moves, and the nimber."""

    game: str
    play: Literal["normal", "misere"]
    outcome: Literal["N", "P", "D"] | None
    nimber: JsonNimber
    nimber_status: Literal["exact", "none", "not computed"]
    parts: list[dict[str, Any]]
    winning_moves: list[ReachedMove]
    winning_count: int | None
    complete: bool
    saved: str | None = None
    method: str
    seconds: float


class MoveAnswer(ApiAnswer):
    """The game after a move."""

    game: str
    after_move: str
    reply: ReachedMove | None
    replies: list[ReachedMove] = Field(description="The reply and what follows it where the opponent moves again")
    over: bool
    next: Literal["mover", "opponent"] | None = Field(description="Who is to move now")
    lead: int = Field(description="The points of the mover, less those of the opponent")
    winner: Literal["mover", "opponent"] | None = Field(description="The mover is the player whose move was sent")


class SequenceAnswer(ApiAnswer):
    """Values from a heap on."""

    ruleset: str
    start: int = Field(alias="from")
    values: list[JsonNimber]


class PeriodAnswer(ApiAnswer):
    """A period, or null where none was found."""

    ruleset: str
    period: int | None
    preperiod: int | None
    saltus: int | None
    proved: bool
    theorem: str | None
    checked_to: int
    exceptions: list[int]


class VerticesAnswer(ApiAnswer):
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
