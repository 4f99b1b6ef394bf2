# mypy: disable-error-code="no-untyped-call,truthy-bool"
"""What answers sooner than numba answers the same."""

from __future__ import annotations

from numba.core.compiler import Flags
from numba.core.ir import Del, Expr, Loc, Var

from engines.kernels.numba_haste import hasten_numba

HERE = Loc("here.py", 1)
A, B, C = (Var(None, name, HERE) for name in "abc")


def test_all_variables_of_an_instruction_are_found_in_their_order():
    hasten_numba()
    call = Expr.call(A, [B], (("key", C),), HERE)
    assert call.list_vars() == [A, B, C]
    assert Expr.build_tuple([C, A], HERE).list_vars() == [C, A]
    assert Del("a", HERE).list_vars() == []


def test_settings_are_equal_whether_a_default_is_named_or_not():
    hasten_numba()
    usual, named, other = Flags(), Flags(), Flags()
    named._values["nrt"] = usual.nrt
    other._values["nrt"] = not usual.nrt
    assert usual == named
    assert hash(usual) == hash(named)
    assert usual != other
    assert usual != "usual"
