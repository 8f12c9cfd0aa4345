# SPDX-License-Identifier: GPL-3.0-or-later
"""Any variant as an environment for learning agents.

`VectorEnv` plays many games at once and needs nothing else. ``zermelo.envs.pettingzoo`` and ``zermelo.envs.gymnasium`` need
``pip install zermelo-solver[envs]``, ``zermelo.envs.openspiel`` needs ``zermelo-solver[openspiel]``.
"""

from zermelo.envs._actions import Actions, LegalActions
from zermelo.envs._policy import policy
from zermelo.envs._vector import VectorEnv

__all__ = ["Actions", "LegalActions", "VectorEnv", "policy"]
