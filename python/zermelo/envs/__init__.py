# SPDX-License-Identifier: GPL-3.0-or-later
"""Any variant as an environment for learning agents.

``zermelo.envs.pettingzoo`` and ``zermelo.envs.gymnasium`` need ``pip install zermelo-solver[envs]``, ``zermelo.envs.openspiel`` needs
``zermelo-solver[openspiel]``.
"""

from zermelo.envs._actions import Actions
from zermelo.envs._policy import policy

__all__ = ["Actions", "policy"]
