# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of the extension module as functions of Python, which tell their arguments to `inspect.signature` and all that asks it:
nanobind's own do not, and refuse to be told; and which say in Python's words what is wrong with arguments of other types, where nanobind's
list C++'s. Importing this module makes them of all functions and methods there; constructors, which cannot be replaced, have C++'s
`argument`."""

from __future__ import annotations

import __future__
import ast
import operator
import re
import sys
from collections.abc import Callable, Mapping, Sequence
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
    annotations = {argument.arg: argument.annotation for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    given = ", ".join(f"{name!r}: {name}" for name in annotations)
    body = f"try:\n return _native({', '.join(handed)})\nexcept TypeError as _error:\n _say(_error, _annotations, {{{given}}})\n raise"
    definition.body = list(ast.parse(f"def f():\n{_indented(body)}").body[0].body)  # type: ignore[attr-defined]
    names = {"_native": native, "_defaults": defaults, "_say": _say, "_annotations": annotations, "__name__": "zermelo"}
    code = compile(ast.unparse(definition), "<zermelo>", "exec", __future__.annotations.compiler_flag)
    exec(code, names)  # noqa: S102
    made: Any = names[definition.name]
    made.__doc__, made.__module__, made.__qualname__ = about, "zermelo", native.__qualname__
    made.__code__ = made.__code__.replace(co_qualname=native.__qualname__)
    return made  # type: ignore[no-any-return]


def _indented(text: str) -> str:
    return "".join(f" {line}\n" for line in text.splitlines())


def _say(error: TypeError, annotations: dict[str, ast.expr | None], given: dict[str, object]) -> None:
    """Raises what is wrong with the arguments, where the error is that nanobind takes none of them. TypeError: one of another type;
    InputError: a number that is out of range."""
    if "(): incompatible function arguments" not in str(error):
        return
    from zermelo._arguments import whole

    function = _called()
    for name, value in given.items():
        annotation = annotations[name]
        if not _fits(value, annotation):
            raise TypeError(f"{function}(): {name} of type {type(value).__name__}, expected {_words(annotation)}") from None
    for name, value in given.items():
        if isinstance(value, int) and not isinstance(value, bool):
            whole(**{name: value})
    told = [f"{name} of type {type(value).__name__}, expected {_words(annotations[name])}" for name, value in given.items() if name != "self"]
    raise TypeError(f"{function}(): {'; '.join(told)}") from None


def _called() -> str:
    """The function of this package that was called from outside."""
    frame = sys._getframe(2)  # pyright: ignore[reportPrivateUsage]
    name = frame.f_code.co_qualname
    while frame.f_back is not None and str(frame.f_back.f_globals.get("__name__")).split(".")[0] == "zermelo":
        frame = frame.f_back
        name = frame.f_code.co_qualname
    return name.removesuffix(".__init__").replace(".<locals>", "")


def _fits(value: object, annotation: ast.expr | None) -> bool:
    """Whether a value is one of the types of an annotation, as far as this is known of them."""
    match annotation:
        case ast.Constant(value=None):
            return value is None
        case ast.BinOp(left=left, right=right):
            return _fits(value, left) or _fits(value, right)
        case ast.Subscript(value=container, slice=inner):
            if _last(container) in ("Sequence", "list"):
                listed: list[object] = list(value) if isinstance(value, Sequence) else []  # pyright: ignore[reportUnknownArgumentType]
                return isinstance(value, Sequence) and not isinstance(value, str) and all(_fits(element, inner) for element in listed)
            if _last(container) == "NDArray":
                return hasattr(value, "__array_interface__")
            return _last(container) != "Mapping" or isinstance(value, Mapping)
        case ast.Name() | ast.Attribute():
            return _is(value, _last(annotation))
        case _:
            return True


def _last(name: ast.expr) -> str:
    return ast.unparse(name).rpartition(".")[2]


def _is(value: object, kind: str) -> bool:
    if kind == "int":
        try:
            operator.index(value)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        except TypeError:
            return False
        return True
    if kind in ("HasUci", "PathLike"):
        return callable(getattr(value, {"HasUci": "uci", "PathLike": "__fspath__"}[kind], None))
    known: dict[str, type] = {"str": str, "bool": bool, **{name: cls for name, cls in vars(_core).items() if isinstance(cls, type)}}
    return isinstance(value, (int, float)) if kind == "float" else isinstance(value, known.get(kind, object))


def _words(annotation: ast.expr | None) -> str:
    text = "" if annotation is None else ast.unparse(annotation)
    return re.sub(r"\b(zermelo\._core|collections\.abc|numpy\.typing|numpy|typing|os)\.", "", text).replace("HasUci", "a move with a method uci").replace(" | ", " or ")


def _tell(cls: type) -> None:
    for name, member in list(vars(cls).items()):
        kind = type(member).__name__
        if name == "__init__" and cls in PUBLIC:
            setattr(cls, "__signature__", _without_self(with_signature(member)))
        elif not name.startswith("_") and kind in ("nb_method", "nb_func", "staticmethod"):
            made = with_signature(getattr(cls, name))
            setattr(cls, name, staticmethod(made) if kind != "nb_method" else made)


def _without_self(function: Callable[..., Any]) -> Any:
    import inspect

    whole = inspect.signature(function)
    return whole.replace(parameters=list(whole.parameters.values())[1:], return_annotation=inspect.Signature.empty)


PUBLIC = (_core.Variant, _core.Position, _core.Game)
for _name, _member in list(vars(_core).items()):
    if isinstance(_member, type):
        _tell(_member)
    elif type(_member).__name__ == "nb_func":
        setattr(_core, _name, with_signature(_member))
