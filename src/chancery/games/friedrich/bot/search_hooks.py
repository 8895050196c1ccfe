"""The search hooks of Friedrich: when to search, which plans to try, and how far to look ahead."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core import Action, Game, Question, Text
from chancery.core.search_hooks import SearchHooks, Verdict
from chancery.games.friedrich import coach
from chancery.games.friedrich.board.atlas import DEFENDER_OF, OBJECTIVE_OF, OBJECTIVES, distances
from chancery.games.friedrich.board.nations import HANOVER
from chancery.games.friedrich.board.pieces import GENERALS_OF, TRAINS_OF
from chancery.games.friedrich.bot import fight_verdicts
from chancery.games.friedrich.bot.bot import Quartermaster
from chancery.games.friedrich.march_planner import routes
from chancery.games.friedrich.rules import victory
from chancery.games.friedrich.rules.movement import Movement
from chancery.games.friedrich.rules.notation import END
from chancery.games.friedrich.rules.state import Friedrich
from chancery.games.friedrich.view import FriedrichView

STAGES = 7  # nations in a turn
HALF_A_TURN = 4
IN_FULL = 0.6  # of the usual thought in the full game, where everything takes longer
MOST_MARCHES = 8  # tried besides the bot's own plan
EACH = 3  # marches of one unit
MOST_CARDS = 6
FAR = 12  # cities; larger distances are not distinguished


class FriedrichSearchHooks(SearchHooks[Friedrich, FriedrichView]):
    """Searches a movement phase march by march, and a fight card by card."""

    policy = Quartermaster
    budget = 1500
    least = 1
    doubt = 1.5
    fields = ("turn", "stage", "owners", "drawn_fates")

    def __init__(self, game: Game[Friedrich, FriedrichView]) -> None:
        super().__init__(game)
        self._judge = Quartermaster(game, "")

    def thought(self, view: FriedrichView, asked: Question, legal: Sequence[Action]) -> float:
        usual = 1.0 if _is_duel(view) else IN_FULL
        if asked.name == "move":
            return usual if isinstance(view.phases[-1], Movement) else 0.0
        return usual / 2 if asked.name in ("battle", "retreat", "fight") else 0.0

    def candidates(
        self, view: FriedrichView, asked: Question, legal: Sequence[Action], plan: Sequence[Action]
    ) -> Sequence[Sequence[Action]]:
        if asked.name == "move":
            return self._marches(view, legal, plan)
        others = [action for action in legal if action != plan[0]]
        step = max(1, -(-len(others) // MOST_CARDS))
        return [(action,) for action in others[::step]]

    def _marches(
        self, view: FriedrichView, legal: Sequence[Action], plan: Sequence[Action]
    ) -> Sequence[Sequence[Action]]:
        """Return the most promising marches of single units; for a defender also to march no
        more."""
        phase = view.phases[-1]
        assert isinstance(phase, Movement)
        appraisal = self._judge.appraise(view, phase.nation)
        rated = []
        for top in view.tops(phase.nation):
            unit = tuple(g for g in view.stack(top) if g not in phase.moved)
            if not unit or len(unit) != len(view.stack(top)):
                continue
            start, troops = view.at[top], view.troops[top]
            stay = appraisal.place(unit, troops, start, start, None)
            ways = sorted(
                (
                    (appraisal.place(unit, troops, city, start, route) - stay, city, route)
                    for city, route in routes(view, unit, greedy=True).items()
                ),
                key=lambda entry: -entry[0],
            )[:EACH]
            rated += [(value, route) for value, _, route in ways]
        rated.sort(key=lambda pair: -pair[0])
        plans: list[Sequence[Action]] = [route.actions() for _, route in rated[:MOST_MARCHES]]
        kept = [p for p in plans if p and p[0] in legal and list(p) != list(plan[: len(p)])]
        # An attacker would postpone for ever what looks no worse one turn later.
        if phase.nation <= HANOVER and END in legal and plan[0] != END:
            kept.append((END,))
        return kept

    def moment(self, state: Friedrich) -> int:
        return state.turn * STAGES + state.stage

    def horizon(self, state: Friedrich) -> int:
        """Return how many stages to play on: a turn, so that all opponents have answered.

        In the full game, which takes long, about half a turn, and for Prussia's foes until Prussia
        has answered.
        """
        if _is_duel(state):
            return STAGES
        answered = STAGES + 1 - state.stage if state.stage > HANOVER else 0
        return max(HALF_A_TURN, answered)

    def verdict(self, state: Friedrich, seat: int, action: Action) -> Verdict | None:
        asked = state.question(seat)
        if asked is None or asked.name != "battle":
            return None
        return fight_verdicts.verdict(state, action)

    def explained(self, verdict: Verdict) -> Text:
        return fight_verdicts.explained(verdict)

    def mode(self, state: Friedrich) -> str:
        return f"{state.options['game']}-{len(state.seats)}"

    def summary(self, view: FriedrichView) -> dict[str, int]:
        features: dict[str, int] = {}
        cards = coach.hands(view)
        for nation in range(STAGES):
            in_game = view.owners[nation] >= 0
            features[f"troops.{nation}"] = view.totals[nation] if in_game else 0
            features[f"cards.{nation}"] = view.hand_size(nation)
            features[f"missing.{nation}"] = len(victory.missing(view, nation)) if in_game else 0
            features[f"trains.{nation}"] = sum(view.at[t] >= 0 for t in TRAINS_OF[nation])
            generals = [g for g in GENERALS_OF[nation] if view.at[g] >= 0]
            features[f"generals.{nation}"] = len(generals)
            features[f"hungry.{nation}"] = sum(view.down[g] for g in generals)
            for suit in range(4):
                features[f"points.{nation}.{suit}"] = round(cards[nation][suit])
        cities_of = [[view.at[g] for g in GENERALS_OF[n] if view.at[g] >= 0] for n in range(STAGES)]
        for city in OBJECTIVES:
            distance = distances(city)
            features[f"taken.{city}"] = view.control[city]
            for name, nation in (("foe", OBJECTIVE_OF[city]), ("guard", DEFENDER_OF[city])):
                closest = min((distance[c] for c in cities_of[nation]), default=FAR)
                features[f"{name}.{city}"] = FAR - min(FAR, closest)
        return features


def _is_duel(table: Friedrich | FriedrichView) -> bool:
    """Return whether the table plays one of the scenarios for two."""
    return table.frame.options["game"] != "full"
