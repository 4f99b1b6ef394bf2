"""One question to several threads: the first answer counts, and all profit from what each has found."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import numpy as np

from engines.dots.search.workspace import ENDED, Desk
from engines.kernels.alarm import Watch

T = TypeVar("T")

Question = Callable[[Desk, Watch], T]


def first_answer(desks: tuple[Desk, ...], watch: Watch, question: Question[T]) -> T:
    """The answer of the thread that comes first; means nothing if the first desk says that its search has ended."""
    if len(desks) == 1:
        return question(desks[0], watch)
    watch = watch._replace(answer=np.zeros(1, np.uint8))
    with ThreadPoolExecutor(len(desks) - 1) as pool:
        others = pool.map(partial(_answer, watch, question), desks[1:])
        answers = [_answer(watch, question, desks[0]), *others]
    ended = all(desk.counts[ENDED] for desk in desks)
    found = next((answer for answer, desk in zip(answers, desks, strict=True) if not desk.counts[ENDED]), answers[0])
    for desk in desks:
        desk.counts[ENDED] = ended
    return found


def _answer(watch: Watch, question: Question[T], desk: Desk) -> T:
    answer = question(desk, watch)
    if not desk.counts[ENDED]:
        watch.answer.fill(1)
    return answer
