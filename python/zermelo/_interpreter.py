# SPDX-License-Identifier: GPL-3.0-or-later
"""Refuses interpreters other than the process's first one, before they load the extension module: its types belong to one
interpreter, and a second one that registered them would take them away. Importing this module is the check."""

import ctypes

_get = ctypes.pythonapi.PyInterpreterState_Get
_get.restype = ctypes.c_void_p
_number = ctypes.pythonapi.PyInterpreterState_GetID
_number.argtypes = [ctypes.c_void_p]
_number.restype = ctypes.c_int64

if _number(_get()) != 0:
    raise ImportError("zermelo does not support subinterpreters")
