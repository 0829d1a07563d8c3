"""Where a person's module is looked for, and what to say when it is not there or another one hides it."""

from pathlib import Path
from types import ModuleType


def module_files(repo: Path, name: str) -> tuple[Path, Path]:
    """Return the two files that module `name` could be in below the repository's top."""
    base = repo.joinpath(*name.split("."))
    return base.with_suffix(".py"), base / "__init__.py"


def missing_module_words(exc: ModuleNotFoundError, name: str, repo: Path) -> str:
    """Return what is wrong: the module itself is not there, or something that it imports."""
    if exc.name is not None and (name == exc.name or name.startswith(f"{exc.name}.")):
        return f"there is no module {name} in the environment or at {module_files(repo, name)[0]}"
    return f"importing {name} failed: {exc}; install it, or mend the import"


def hidden_module_words(module: ModuleType, name: str, repo: Path) -> str:
    """Return which file another module of the same name hides, "" when none is hidden."""
    here = [file for file in module_files(repo, name) if file.is_file()]
    # A stranger's module may have put anything in its own place.
    file = getattr(module, "__file__", None)
    loaded_from = Path(file).resolve() if isinstance(file, str) and file else None
    if not here or loaded_from in [file.resolve() for file in here]:
        return ""
    return f"{name} is {loaded_from or 'a folder'}, which hides {here[0]}; give it another name"
