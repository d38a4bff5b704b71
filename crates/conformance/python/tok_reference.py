"""The DSL of tokpidjin as its checkout ships it: every public function wrapped, none raises."""

import importlib
import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import sys
from types import FunctionType, ModuleType

VARIABLE = "MEGABATT_TOKPIDJIN"
HELP = f"""
This runs the DSL of tokpidjin and needs a checkout of it:
    git clone https://github.com/pierreb4/tokpidjin DIR
Name it with --reference DIR or {VARIABLE}=DIR."""


def checkout(named: str | None) -> pathlib.Path:
    """The folder of the checkout; ends with an explanation where there is none."""
    folder = named or os.environ.get(VARIABLE)
    if not folder or not (pathlib.Path(folder) / "dsl.py").exists():
        sys.exit(HELP)
    return pathlib.Path(folder).resolve()


def commit(folder: pathlib.Path) -> str:
    """The commit that is checked out."""
    command = ["git", "-C", str(folder), "rev-parse", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def load(folder: pathlib.Path) -> ModuleType:
    """The module, fresh: loading it again gives functions at other addresses.

    Outcomes are those of the CPU: cupy is kept out. numpy is imported there and used by its helpers for cupy alone,
    so an empty module does in its place.
    """
    os.environ["EXPECT_GPU"] = "0"
    sys.modules["cupy"] = None  # type: ignore[assignment] -- how Python spells "cannot be imported"
    if importlib.util.find_spec("numpy") is None:
        sys.modules["numpy"] = ModuleType("numpy", "stands in for numpy")
        sys.modules["numpy"].__spec__ = importlib.machinery.ModuleSpec("numpy", None)
    return imported(folder, "dsl")


def imported(folder: pathlib.Path, module: str) -> ModuleType:
    """A module of the checkout, fresh."""
    sys.path.insert(0, str(folder))
    for name in (module, "safe_dsl", "arc_types"):
        sys.modules.pop(name, None)
    try:
        return importlib.import_module(module)
    except ImportError as e:
        sys.exit(f"{folder}/{module}.py cannot be imported: {e}{HELP}")
    finally:
        sys.path.remove(str(folder))


def names() -> ModuleType:
    """What programs see: the DSL and the constants.

    A module of its own, because `R4`, `R8`, `A4` and `A8` inside the DSL would change how it resolves its annotations.
    """
    folder = checkout(None)
    seen = ModuleType("tok")
    vars(seen).update(vars(load(folder)))
    vars(seen).update(vars(imported(folder, "constants")))
    return seen


def functions(dsl: ModuleType) -> dict[str, FunctionType]:
    """The public functions, aliases included, in the order of their names."""
    found = {name: f for name, f in vars(dsl).items() if hasattr(f, "_original_argcount")}
    return dict(sorted(found.items()))
