"""Write the folder of static files: the pages that are known now, what they load, and Python with the app."""

import asyncio
import gzip
import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

import grundy
from grundy.errors import GrundyError
from grundy.explain.lookup import MORE_SEQUENCES
from grundy.solvers.saved import DATA, VERSIONS, name_of_classes, rules_version
from grundy.web import gallery, html, language
from grundy.web.hosting import SITE_VARIABLE, public_base
from grundy.web.site import runtime
from grundy.web.site.browser import ASSET, DATA_OF_PAGES, LATER, BrowserApp, OwnPool
from grundy.web.site.library import reached_files
from grundy.web.workers.quick_and_slow import Workers

HERE, SOURCE = Path(__file__).parent, Path(grundy.__file__).parent
ROOT_MARK = "/ROOT-OF-THE-APP"  # in pages that are written now; the path of the folder is known when they are read
VERSION_MARK = "VERSION-OF-THE-SITE"  # in all files until their contents, and so their version, are known
PLACE = f"static/{VERSION_MARK}/"  # of all but what has to have one address in all versions
SHELL = ("address.js", "early.js", "page.js", "python.js", "shell.js", "site.css")
# Of the app, what no page uses.
LEFT_OUT = (
    *("cli", "certificates", "checker.py", "__main__.py", "__pycache__", "companion", "static", "templates"),
    *DATA_OF_PAGES.values(),
    MORE_SEQUENCES.name,
)
SERVER_FILES = (
    "api.py app.py build.py guard.py jobs.py library.py mcp_server.py mcp_tasks.py models.py notebook_wheels.json "
    "notebooks.py pool.py preload.py process.py runtime.py server.py"
)
SWEEP_FILES = "compare.py families.py nodes.py preload.py proofs.py shipped.py standard.py study.py sweep.py workers.py"
# A module that begins with numpy ends there in a browser: the rest of it is not sent.
NEEDS_ARRAYS, ARRAYS_LINE = re.compile(r"^(?:import|from) numpy\b", re.MULTILINE), "import numpy\n"
LIBRARIES = ("jinja2", "markupsafe")
SCRIPT_LINE = 'import { history, location } from "%spage.js";\n'
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'"
)
MANIFEST = {
    "name": "grundy: impartial games",
    "short_name": "grundy",
    "description": "Games for two with nothing hidden: who wins, by which move, and why.",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#fdfcf8",
    "theme_color": "#fdfcf8",
    "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
}
WITHOUT_NODE = "Node is not installed, so Python is written as sources: the site starts some seconds slower"


class Folder:
    """The files that are written so far, and the paths on a server of those that pages load."""

    def __init__(self, path: Path) -> None:
        self.path, self.names, self.assets = path, set[str](), set[str]()

    def write(self, name: str, content: str | bytes) -> None:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        self.names.add(name)

    def put_version(self) -> None:
        """Put the version, which depends on all files, into their names and their texts."""
        digest, mark = blake2b(digest_size=8), VERSION_MARK.encode()
        for name in sorted(self.names):
            digest.update(name.encode() + (self.path / name).read_bytes())
        for path in (self.path / name for name in self.names if name.endswith((".html", ".js"))):
            path.write_bytes(path.read_bytes().replace(mark, digest.hexdigest().encode()))
        (self.path / PLACE).rename(self.path / "static" / digest.hexdigest())


def build_site(out: Path, given: Path | None = None) -> tuple[int, str]:
    """Write the site; how many files it has, and what the user should know."""
    check_place(out)
    archive = runtime.find_runtime(given)
    out.parent.mkdir(parents=True, exist_ok=True)
    with pages_of_a_site(), TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent) as place:
        folder = Folder(Path(place) / "site")
        ready = asyncio.run(write_pages(folder))
        write_scripts(folder)
        note = write_python(folder, archive)
        write_index(folder, ready)
        write_offline(folder)
        folder.put_version()
        put_in_place(folder.path, out, Path(place) / "old")
    return len(folder.names), note


@contextmanager
def pages_of_a_site() -> Iterator[None]:
    """Make pages as a site without a server has them, and after that as before."""
    os.environ[SITE_VARIABLE] = VERSION_MARK
    try:
        yield
    finally:
        del os.environ[SITE_VARIABLE]


def check_place(out: Path) -> None:
    """Refuse to write where something else is."""
    try:
        is_free = not out.exists() or (out.is_dir() and (not any(out.iterdir()) or is_site(out)))
    except OSError as error:
        raise GrundyError(f"cannot write to {str(out)[:80]}: {error.strerror}; choose another --out") from error
    if not is_free:
        raise GrundyError(f"{out} exists and is no site; choose another --out, or remove it")


def is_site(folder: Path) -> bool:
    return all((folder / name).is_file() for name in ("offline.js", "manifest.webmanifest"))


def put_in_place(new: Path, out: Path, old: Path) -> None:
    if out.exists():
        out.rename(old)
    new.rename(out)


async def write_pages(folder: Folder) -> dict[str, str]:
    """Write the pages of all games in the gallery, and what they load; the names of their files by their addresses."""
    app = BrowserApp(ROOT_MARK, Workers(OwnPool(), OwnPool()), frozenset())
    ready = {f"play/{entry.example}": name for name, entry in gallery.rulesets().items()}
    pages = {address: (await app.answer(f"/{address}"))[1] for address in (*ready, "", "lab", "lab/digraph")}
    assets = sorted(set().union(*(assets_of(str(page.content)) for page in pages.values())))
    for path in assets:
        if not path.startswith("/static/") and "?" not in path:
            folder.write(f"static/{VERSION_MARK}{path}", str((await app.answer(path))[1].content))
            folder.assets.add(path)
    app.files = frozenset(folder.assets)
    ready = {address: name for address, name in ready.items() if pages[address].status == 200}
    for address, name in ready.items():
        folder.write(f"{PLACE}ready/{name}.html", await app.place_assets(str(pages[address].content)))
    return ready


def assets_of(text: str) -> set[str]:
    """The paths of what a page loads."""
    found = (path for asset in ASSET.finditer(text) for path in unescape(asset[3]).split(" "))
    return {path.removeprefix(ROOT_MARK) for path in found if path.startswith(f"{ROOT_MARK}/")}


def write_scripts(folder: Folder) -> None:
    """Write the static files; every script of a page begins with the addresses of the app."""
    for path in sorted(html.STATIC.iterdir()):
        is_page = path.suffix == ".js" and path.name != "transport.js"
        folder.write(PLACE + path.name, (SCRIPT_LINE % "./" if is_page else "").encode() + path.read_bytes())
    for name in [name for name in folder.names if name.startswith(f"{PLACE}games/") and name.endswith(".js")]:
        up = "../" * name.removeprefix(PLACE).count("/")
        folder.write(name, SCRIPT_LINE % up + (folder.path / name).read_text())
    for name in SHELL:
        folder.write(PLACE + name, (HERE / name).read_bytes())
    folder.write(f"{PLACE}frame.html", "<!doctype html>\n<title>grundy</title>\n")
    folder.write("icon.svg", (html.STATIC / "icon.svg").read_bytes())
    folder.write("llms.txt", language.llms_text())
    folder.write("manifest.webmanifest", json.dumps(MANIFEST, indent=1))


def write_python(folder: Folder, archive: Path) -> str:
    """Write the runtime, its library without what nobody uses, and the app: compiled if Node is there."""
    with TemporaryDirectory(prefix="grundy-site-") as scratch:
        python, sources = Path(scratch) / "python", Path(scratch) / "sources"
        python.mkdir()
        runtime.unpack(archive, python)
        copy_app(sources / "app")
        copy_library(python / "python_stdlib.zip", sources / "app", sources / "lib")
        note = compile_sources(python, sources)
        packed = {
            "pyodide.asm.wasm": (python / "pyodide.asm.wasm").read_bytes(),
            "python_stdlib.zip": zip_folder(sources / "lib"),
            "app.zip": zip_folder(sources / "app"),
        }
        sizes = dict[str, int]()
        for name, content in packed.items():
            data = gzip.compress(content, 9, mtime=0)
            folder.write(f"{PLACE}python/{name}.gz", data)
            sizes[name] = len(data)
        for name in ("pyodide.mjs", "pyodide.asm.mjs", runtime.LOCK):
            folder.write(f"{PLACE}python/{name}", (python / name).read_bytes())
    for name in DATA_OF_PAGES.values():
        folder.write(f"{PLACE}{LATER}/{name}", (DATA / name).read_bytes())
    about = {"sizes": sizes, "files": sorted(folder.assets), "base": public_base()}
    folder.write(f"{PLACE}python/files.json", json.dumps(about))
    return note


def copy_library(archive: Path, app: Path, to: Path) -> None:
    """Copy what the app can reach of Python's own library."""
    with TemporaryDirectory(prefix="grundy-library-") as whole:
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(whole)
        for file in reached_files(Path(whole), [app / "grundy", *(app / name for name in LIBRARIES)]):
            copy = to / file.relative_to(whole)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)


def copy_app(to: Path) -> None:
    def left_out(folder: str, names: list[str]) -> set[str]:
        of_server = {*SERVER_FILES.split()} if Path(folder).is_relative_to(SOURCE / "web") else set[str]()
        unused = {*LEFT_OUT, *of_server, *(SWEEP_FILES.split() if Path(folder) == SOURCE / "cluster" else ())}
        return {name for name in names if name in unused or name.endswith((".so", ".pyi", ".c"))}

    shutil.copytree(SOURCE, to / "grundy", ignore=left_out)
    for name in LIBRARIES:
        found = importlib.util.find_spec(name)
        assert found
        assert found.origin
        shutil.copytree(Path(found.origin).parent, to / name, ignore=left_out)
    for source in (to / "grundy").rglob("*.py"):
        if NEEDS_ARRAYS.search(source.read_text()):
            source.write_text(ARRAYS_LINE)
    compiled = to / html.COMPILED.relative_to(SOURCE.parent)
    html.templates().compile_templates(compiled, ["html"], zip=None)
    rulesets = (entry.ruleset for entry in gallery.rulesets().values() if entry.ruleset)
    versions = {name_of_classes(type(it), type(it.board)): rules_version(it) for it in rulesets}
    (to / "grundy" / "data" / VERSIONS.name).write_text(json.dumps(versions))


def compile_sources(python: Path, sources: Path) -> str:
    node = shutil.which("node")
    if not node:
        return WITHOUT_NODE
    done = subprocess.run([node, HERE / "compile.mjs", python, sources], capture_output=True, text=True)
    if done.returncode:
        raise GrundyError(
            f"Node could not compile the Python of the site: {done.stderr.strip().splitlines()[-1][:200]}"
        )
    return ""


def zip_folder(path: Path) -> bytes:
    """All files of a folder, not compressed: they are together, which gets smaller. Equal folders give equal bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as packed:
        for file in sorted(path.rglob("*")):
            if file.is_file():
                packed.writestr(zipfile.ZipInfo(file.relative_to(path).as_posix()), file.read_bytes())
    return data.getvalue()


def write_index(folder: Folder, ready: dict[str, str]) -> None:
    """Write the first page: the gallery, and the shell that shows all other pages."""
    static = f"./{PLACE}"
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<link rel="manifest" href="manifest.webmanifest">\n'
        f'<script src="{static}early.js"></script>\n'
        f'<link rel="stylesheet" href="{static}site.css">\n'
        f'<script type="module" src="{static}shell.js"></script>\n'
    )
    pages = json.dumps(ready).replace("<", "\\u003c")
    foot = (
        '<p id="starting" role="status" hidden></p>\n'
        f'<script type="application/json" id="ready-pages">{pages}</script>\n'
    )
    app = BrowserApp(".", Workers(OwnPool(), OwnPool()), frozenset(folder.assets))
    text = asyncio.run(page_text(app, "/"))
    text = text.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{head}', 1)
    text = text.replace("</body>", f"{foot}</body>", 1)
    for name in ("index.html", f"{PLACE}index.html"):  # the second for visits without a network
        folder.write(name, text)


async def page_text(app: BrowserApp, address: str) -> str:
    return await app.place_assets(str((await app.answer(address))[1].content))


def write_offline(folder: Folder) -> None:
    """Write the service worker, which names every file that it keeps."""
    later = (f"{PLACE}ready/", f"{PLACE}{LATER}/")
    kept = sorted(name for name in folder.names if not name.startswith(later) and name != "index.html")
    text = (HERE / "offline.js").read_text().replace("SITE_VERSION", json.dumps(VERSION_MARK))
    folder.write("offline.js", text.replace("SITE_FILES", json.dumps(kept)))


def first_visit_bytes(out: Path, names: Iterable[str] = ()) -> dict[str, int]:
    """What the first visit loads, compressed as a host sends it, by kind of file."""
    found = {"Python": 0, "library and app": 0, "pages": 0}
    for path in sorted(out.rglob("*")):
        if not path.is_file() or not {"ready", LATER}.isdisjoint(path.relative_to(out).parts):
            continue
        data = path.read_bytes()
        size = len(data) if path.suffix == ".gz" else len(gzip.compress(data, 6))
        kind = "library and app" if path.name in ("app.zip.gz", "python_stdlib.zip.gz") else "Python"
        found[kind if "python" in path.relative_to(out).parts else "pages"] += size
    return found
