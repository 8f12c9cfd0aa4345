# SPDX-License-Identifier: GPL-3.0-or-later
# pyright: reportUnknownVariableType=false, reportUnknownParameterType=false
"""Arrays as frames of other libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Framed:
    """Columns of equal length that become a frame, one plain column each: numbers, texts, and boards as lists of numbers.
    What there is not, as the plies of a draw, is null. Two are equal if all they hold is."""

    def _columns(self) -> dict[str, NDArray[Any]]:
        """The columns by their names. Of ``plies`` −1 is null; an array of two dimensions is a column of lists."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        theirs = other._columns()
        return all(np.array_equal(column, theirs[name]) for name, column in self._columns().items())

    def to_arrow(self) -> pyarrow.Table:
        """The columns as a table of Arrow. Raises ImportError: there is no pyarrow."""
        import pyarrow

        def column(name: str, array: NDArray[Any]) -> Any:
            if array.ndim == 2:
                return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(array.reshape(-1)), array.shape[1])
            return pyarrow.array(array, mask=array < 0 if name == "plies" else None)

        return pyarrow.table({name: column(name, array) for name, array in self._columns().items()})

    def to_polars(self) -> polars.DataFrame:
        """The columns as a frame of Polars. Raises ImportError: there is no polars."""
        import polars

        def column(name: str, array: NDArray[Any]) -> polars.Series:
            if array.ndim == 2:  # shaped by Polars, which takes no empty array of two dimensions
                kind = polars.Array(polars.UInt8, array.shape[1])
                return polars.Series(name, array, dtype=kind) if len(array) else polars.Series(name, [], dtype=kind)
            series = polars.Series(name, array)
            return series.set(series < 0, None) if name == "plies" else series

        return polars.DataFrame([column(name, array) for name, array in self._columns().items()])

    def to_pandas(self) -> pandas.DataFrame:
        """The columns as a frame of pandas; a board is an array in its cell. Raises ImportError: there is no pandas."""
        import pandas

        def column(name: str, array: NDArray[Any]) -> Any:
            if array.ndim == 2:
                cells = np.empty(len(array), dtype=object)
                cells[:] = list(array)
                return cells
            if name == "plies":
                return pandas.arrays.IntegerArray(np.where(array < 0, 1, array).astype(array.dtype), array < 0)
            return array

        return pandas.DataFrame({name: column(name, array) for name, array in self._columns().items()})
