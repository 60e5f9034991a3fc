"""`grundy mcp`: the questions of `/api` as tools of the Model Context Protocol, over standard input and output.

Workers answer, with the limits of the web app in time, memory and size. Bad input is a tool error of one line.
"""

import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from pydantic import BaseModel, Field, ValidationError

import grundy
from grundy.catalog import normal_name, suggest
from grundy.errors import GrundyError, NotDecided
from grundy.explain.equal_values import describe_game
from grundy.web import api_tasks, gallery, language, mcp_tasks, models
from grundy.web.hosting import PRIVATE
from grundy.web.limits import ANSWER_BYTES, BadRequestError
from grundy.web.workers.pool import workers_of_server
from grundy.web.workers.quick_and_slow import Workers
from grundy.web.workers.tasks import TaskFunction, WorkerFaultError

INSTRUCTIONS = (
    "Exact answers about impartial combinatorial games. Games are written as expressions such as nim(3,5,7), "
    "kayles(13) + wythoff(4,7), octal(0.137)(18); the resource grundy://grammar has the grammar and examples, the tool "
    "`games` all rulesets with their notation. Do not compute nimbers yourself: ask `solve`. N: the player to move "
    "wins; P: the other one."
)
CERTIFICATE = "Add a proof that the tool `verify` checks without trusting the solver"
Json = dict[str, Any]
Context = ServerRequestContext[Workers]


class SolveQuestion(models.LongAnalyseQuestion):
    """Who wins a game, by which moves, and its nimber."""

    certificate: bool = Field(False, description=CERTIFICATE)


class WinningQuestion(models.BodyQuestion):
    """The moves that win."""

    game: models.Expression
    misere: bool = Field(False, description="Whether the last move loses")
    most: int = Field(100, ge=0, le=1_000, description="List at most so many")


class WhyQuestion(models.BodyQuestion):
    """Why a game is won or lost: the theorem with this position's numbers, in Markdown."""

    game: models.Expression
    misere: bool = False
    full: bool = Field(False, description="At length")


class ProvedPeriodQuestion(models.BodyQuestion, models.PeriodQuestion):
    """Whether the nimbers of a ruleset repeat, and the theorem that proves it."""

    certificate: bool = Field(False, description=CERTIFICATE)


class HeapsQuestion(models.BodyQuestion, models.ValuesQuestion):
    """The nimbers of heaps, g(from) .. g(to - 1)."""


class MisereHeapsQuestion(models.BodyQuestion, models.MisereQuestion):
    """Misère play of a heap ruleset, where the last move loses: genus, outcomes and quotient."""


class DigraphQuestion(models.BodyQuestion):
    """Any directed graph as a game: outcome, nimber, height and winning moves of each vertex."""

    text: str = models.GraphQuestion.model_fields["text"]  # type: ignore[assignment]
    misere: bool = False


class CertificateQuestion(models.BodyQuestion):
    """Check a certificate; only the rules of the game are trusted."""

    certificate: str = Field(min_length=1, max_length=ANSWER_BYTES)


class CatalogueQuestion(models.BodyQuestion):
    """The rulesets; with a name the rules, the notation, an example and the relatives of one."""

    name: str = Field("", max_length=100, examples=["kayles"])


class ToolKind(NamedTuple):
    """What a tool takes, and the task that a worker does for it."""

    question: type[models.BodyQuestion]
    task: TaskFunction
    proof: TaskFunction | None = None  # where a certificate may be asked for
    proof_arguments: tuple[str, ...] = ()


TOOLS = {
    "solve": ToolKind(SolveQuestion, api_tasks.analyse, mcp_tasks.prove_game, ("game", "misere")),
    "explain": ToolKind(WhyQuestion, mcp_tasks.explain),
    "winning_moves": ToolKind(WinningQuestion, mcp_tasks.winning_moves),
    "values": ToolKind(HeapsQuestion, mcp_tasks.values),
    "period": ToolKind(ProvedPeriodQuestion, api_tasks.period, mcp_tasks.prove_period, ("ruleset",)),
    "misere": ToolKind(MisereHeapsQuestion, mcp_tasks.misere),
    "graph": ToolKind(DigraphQuestion, mcp_tasks.graph),
    "verify": ToolKind(CertificateQuestion, mcp_tasks.verify),
}
GRAMMAR, RULESETS = "grundy://grammar", "grundy://rulesets"
RESOURCES: dict[str, tuple[str, str, str, Callable[[], str]]] = {  # by address: name, description, type, content
    GRAMMAR: ("grammar", "The grammar of expressions, with examples", "text/plain", language.llms_text),
    RULESETS: ("rulesets", "Every ruleset with rules and example", "application/json", lambda: json.dumps(catalogue())),
}


def catalogue(name: str = "") -> Json:
    """The tool `games`; it needs no worker."""
    if not name:
        listed = [
            {"name": it.name, "rules": it.about.rules, "example": it.example} for it in gallery.rulesets().values()
        ]
        return {"games": listed}
    known = {normal_name(one): it for it in gallery.rulesets().values() for one in (*it.about.aliases, it.name)}
    if normal_name(name) not in known:
        raise BadRequestError(f"no ruleset is called '{name[:40]}': {suggest(name[:40])}")
    return describe_game(known[normal_name(name)])


async def list_tools(context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    kinds = {name: kind.question for name, kind in TOOLS.items()} | {"games": CatalogueQuestion}
    return types.ListToolsResult(tools=[describe_tool(name, question) for name, question in kinds.items()])


def describe_tool(name: str, question: type[BaseModel]) -> types.Tool:
    return types.Tool(
        name=name,
        description=question.__doc__,
        input_schema=question.model_json_schema(by_alias=True),
        annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
    )


async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
    try:
        answer = await find_answer(context.lifespan_context, params.name, params.arguments or {})
    except (GrundyError, WorkerFaultError) as error:
        line = str(error) if isinstance(error, GrundyError) else "a fault of grundy; please report the question"
        text = " ".join(line.split())
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=True)
    text = answer["text"] if "text" in answer else json.dumps(answer)
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], structured_content=answer)


async def find_answer(workers: Workers, name: str, arguments: Json) -> Json:
    if name == "games":
        return catalogue(read_question(CatalogueQuestion, arguments)["name"])
    if name not in TOOLS:
        raise BadRequestError(f"no tool is called '{name[:40]}'; there are {', '.join(TOOLS)} and games")
    tool = TOOLS[name]
    asked = read_question(tool.question, arguments)
    is_proved = asked.pop("certificate", False) if tool.proof else False
    answer = await run_task(workers, tool.task, asked)
    if tool.proof and is_proved:
        wanted = {argument: asked[argument] for argument in tool.proof_arguments}
        answer |= await find_proof(workers, tool.proof, wanted, answer)
    return answer


async def run_task(workers: Workers, task: TaskFunction, arguments: Json) -> Json:
    found = await workers.answer(api_tasks.run_as_text, task, arguments)
    answer: Json = json.loads(found.text)
    return answer


async def find_proof(workers: Workers, proof: TaskFunction, arguments: Json, answer: Json) -> Json:
    """The certificate, or why there is none: the answer stands without it."""
    try:
        if answer.get("outcome", answer.get("period")) is None:
            raise NotDecided("the answer itself was not decided in time")
        return await run_task(workers, proof, arguments)
    except GrundyError as error:
        return {"certificate": None, "why_no_certificate": str(error)}


def read_question(question: type[models.BodyQuestion], arguments: Json) -> Json:
    """The arguments of the task; what is wrong with them is one line."""
    unknown = set(arguments) - {field.alias or name for name, field in question.model_fields.items()}
    if unknown:
        raise BadRequestError(f"{min(unknown)[:40]}: there is no such argument")
    try:
        return question.model_validate(arguments).arguments()
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise BadRequestError(f"{where or 'the arguments'}: {first['msg']}") from error


async def list_resources(context: Context, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
    listed = [
        types.Resource(uri=uri, name=name, description=words, mime_type=kind)
        for uri, (name, words, kind, _) in RESOURCES.items()
    ]
    return types.ListResourcesResult(resources=listed)


async def list_templates(
    context: Context, params: types.PaginatedRequestParams | None
) -> types.ListResourceTemplatesResult:
    one = types.ResourceTemplate(
        uri_template=f"{RULESETS}/{{name}}",
        name="ruleset",
        description="One ruleset: rules, notation, example, relatives",
        mime_type="application/json",
    )
    return types.ListResourceTemplatesResult(resource_templates=[one])


async def read_resource(context: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    from mcp import MCPError

    uri = str(params.uri)
    try:
        kind, text = "application/json", ""
        if uri in RESOURCES:
            _, _, kind, content = RESOURCES[uri]
            text = content()
        elif uri.startswith(f"{RULESETS}/"):
            text = json.dumps(catalogue(uri.removeprefix(f"{RULESETS}/")))
        else:
            raise BadRequestError(f"no resource {uri[:60]}; there are {' and '.join(RESOURCES)}")
    except GrundyError as error:
        raise MCPError(code=types.INVALID_PARAMS, message=str(error)) from error
    return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=kind, text=text)])


@asynccontextmanager
async def with_workers(server: "Server[Workers]") -> AsyncIterator[Workers]:
    workers = workers_of_server(PRIVATE)
    try:
        yield workers
    finally:
        workers.stop()


def make_server() -> "Server[Workers]":
    return Server(
        "grundy",
        version=grundy.__version__,
        instructions=INSTRUCTIONS,
        lifespan=with_workers,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


async def serve() -> None:
    """Answer until standard input ends."""
    server = make_server()
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


def run() -> None:
    import anyio

    logging.getLogger("mcp").setLevel(logging.ERROR)
    anyio.run(serve)
