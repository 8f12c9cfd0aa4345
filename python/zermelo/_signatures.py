# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of the extension module as functions of Python, which tell their arguments to `inspect.signature` and all that asks it:
nanobind's own do not, and refuse to be told. Importing this module makes them of the methods of the public classes."""

from __future__ import annotations

import __future__
import ast
from collections.abc import Callable
from typing import Any, TypeVar

from zermelo import _core

F = TypeVar("F", bound=Callable[..., Any])


def with_signature(native: F) -> F:
    """The function, with a signature. Cost of a call: some 50 ns more."""
    ((text, about, defaults),) = native.__nb_signature__  # type: ignore[attr-defined]
    for number in reversed(range(len(defaults or ()))):
        text = text.replace(f"\\{number}", f"_defaults[{number}]")  # as nanobind writes what stands in that tuple
    (definition,) = ast.parse(f"{text}: ...").body
    assert isinstance(definition, ast.FunctionDef)
    arguments = definition.args
    handed = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    handed += [f"{argument.arg}={argument.arg}" for argument in arguments.kwonlyargs]
    definition.body = list(ast.parse(f"return _native({', '.join(handed)})", mode="exec").body)
    names = {"_native": native, "_defaults": defaults}
    code = compile(ast.unparse(definition), "<zermelo>", "exec", __future__.annotations.compiler_flag)
    exec(code, names)  # noqa: S102
    made: Any = names[definition.name]
    made.__doc__, made.__module__, made.__qualname__ = about, "zermelo", native.__qualname__
    return made  # type: ignore[no-any-return]


def _tell(cls: type) -> None:
    for name, member in list(vars(cls).items()):
        kind = type(member).__name__
        if name == "__init__":
            cls.__signature__ = _without_self(with_signature(member))  # type: ignore[attr-defined]
        elif not name.startswith("_") and kind in ("nb_method", "nb_func", "staticmethod"):
            made = with_signature(getattr(cls, name))
            setattr(cls, name, staticmethod(made) if kind != "nb_method" else made)


def _without_self(function: Callable[..., Any]) -> Any:
    import inspect

    whole = inspect.signature(function)
    return whole.replace(parameters=list(whole.parameters.values())[1:], return_annotation=inspect.Signature.empty)


for _class in (_core.Variant, _core.Position, _core.Game):
    _tell(_class)
