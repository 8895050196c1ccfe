"""Games in the forms that libraries for reinforcement learning use.

Each module needs packages that Chancery itself does not: `pip install 'chancery-games[env]'`, and
`[openspiel]` for OpenSpiel.

| module | form |
|---|---|
| `chancery.env.aec` | PettingZoo, one seat acts after the other |
| `chancery.env.parallel` | PettingZoo, all seats act at once |
| `chancery.env.one_seat` | Gymnasium, one seat against bots |
| `chancery.env.vector` | many games at once, in several processes with shared memory |
| `chancery.env.spiel` | OpenSpiel |

Seats see `{"observation": ..., "action_mask": ...}`: `Game.encode` and `Notation.mask` as NumPy
arrays. An action is its number in the notation. The reward comes at the end: 1 for a win alone, and
altogether 0.
"""

from importlib.util import find_spec

from chancery import installing

if missing := [name for name in ("numpy", "gymnasium", "pettingzoo") if find_spec(name) is None]:
    raise ImportError(f"environments need {', '.join(missing)}: {installing('env')}")
