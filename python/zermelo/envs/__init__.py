# SPDX-License-Identifier: GPL-3.0-or-later
"""Any variant as an environment for learning agents.

``zermelo.envs.pettingzoo`` needs ``pip install zermelo-solver[envs]``, ``zermelo.envs.openspiel`` needs
``zermelo-solver[openspiel]``.
"""

from zermelo.envs._actions import Actions

__all__ = ["Actions"]
