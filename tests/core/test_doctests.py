"""The examples in the docstrings of the kernel and the table run."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import chancery.core
import chancery.table

MODULES = [
    f"{package.__name__}.{module.name}"
    for package in (chancery.core, chancery.table)
    for module in pkgutil.iter_modules(package.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    failed, _ = doctest.testmod(import_module(name))
    assert not failed


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = [
        test for name in MODULES for test in finder.find(import_module(name)) if test.examples
    ]
    assert len(examples) >= 5
