"""Two of numba's small functions, called a million times while kernels are compiled, that answer the same sooner."""

from __future__ import annotations

from collections.abc import Iterable

from numba.core.ir import Inst, Loc, Var
from numba.core.targetconfig import TargetConfig


def hasten_numba() -> None:
    """Puts them in the place of numba's own, before the first kernel is compiled."""
    TargetConfig.__hash__ = _hash  # type: ignore[method-assign]
    TargetConfig.__eq__ = _equal  # type: ignore[method-assign]
    Inst._rec_list_vars = _variables  # type: ignore[method-assign]


def _hash(_settings: TargetConfig) -> int:
    """One for all, as numba's is: that of the settings' names."""
    return 1


def _equal(settings: TargetConfig, others: object) -> bool:
    if not isinstance(others, TargetConfig):
        return False
    if settings is others or settings._values == others._values:
        return True
    return bool(settings.values() == others.values())  # type: ignore[no-untyped-call]


def _variables(_instruction: Inst, written: object) -> list[Var]:
    found: list[Var] = []
    _collect((written,), found)
    return found


def _collect(values: Iterable[object], found: list[Var]) -> None:
    """Looks at the commonest kinds first."""
    for value in values:
        if isinstance(value, Var):
            found.append(value)
        elif isinstance(value, (Loc, str)):
            continue
        elif isinstance(value, Inst):
            found.extend(value.list_vars())  # type: ignore[no-untyped-call]
        elif isinstance(value, (list, tuple)):
            _collect(value, found)
        elif isinstance(value, dict):
            _collect(value.values(), found)
