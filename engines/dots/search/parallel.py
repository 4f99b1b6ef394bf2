"""Parallel search for one answer: all threads share the table, and the first answer wins."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import numpy as np

from engines.dots.search.workspace import OVER, Workspace
from engines.kernels.alarm import Watch

T = TypeVar("T")

Question = Callable[[Workspace, Watch], T]


def first_answer(workspaces: tuple[Workspace, ...], watch: Watch, question: Question[T]) -> T:
    """Return the first thread's answer; invalid if the first workspace says that its search is over."""
    if len(workspaces) == 1:
        return question(workspaces[0], watch)
    watch = watch._replace(answer=np.zeros(1, np.uint8))
    with ThreadPoolExecutor(len(workspaces) - 1) as pool:
        rest = pool.map(partial(_answer, watch, question), workspaces[1:])
        answers = [_answer(watch, question, workspaces[0]), *rest]
    is_over = all(workspace.counts[OVER] for workspace in workspaces)
    result = next(
        (answer for answer, workspace in zip(answers, workspaces, strict=True) if not workspace.counts[OVER]),
        answers[0],
    )
    for workspace in workspaces:
        workspace.counts[OVER] = is_over
    return result


def _answer(watch: Watch, question: Question[T], workspace: Workspace) -> T:
    answer = question(workspace, watch)
    if not workspace.counts[OVER]:
        watch.answer.fill(1)
    return answer
