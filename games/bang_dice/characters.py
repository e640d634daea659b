"""The sixteen characters (section 14): what everybody can, and one class for each who can more.

A character answers questions of the rules and keeps nothing: all that changes is in the position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .values import BLAST, Die, Face

SHOTS = ("one", "two")


class Character:
    """Somebody without a power."""

    #: Life points at the start.
    life = 8
    #: How often the dice may be thrown in a turn.
    rolls = 3
    #: Gatling faces that make the Gatling fire.
    gatling = 3
    #: Whether a life may be given away before the first throw.
    gives = False
    #: Whether a beer may be spent so that a shot hits twice.
    doubles = False

    @property
    def name(self) -> str:
        return NAMES[type(self)]

    def locked(self, dice: Sequence[Face]) -> tuple[Die, ...]:
        """Dice that may not be picked up."""
        return tuple(die for die, face in enumerate(dice) if face == "dynamite")

    def distances(self, reach: int) -> tuple[int, ...]:
        """How far a shot goes whose die says `reach`."""
        return (reach,)

    def drinks(self, life: int) -> int:
        """Life that a beer of one's own brings, to somebody with so much life."""
        return 1

    def discards(self, gatlings: int) -> int:
        """Arrows that may be taken off anybody for so many Gatling faces."""
        return 0

    def storm_loss(self, arrows: int) -> int:
        """Life lost to an arrow storm by somebody who holds so many arrows."""
        return arrows

    def gatling_loss(self) -> int:
        """Points the Gatling of somebody else scores."""
        return 1

    def may_replace(self, hits: int, pile: int) -> int:
        """How many of these hits may be arrows instead, with so many arrows in the pile."""
        return 0

    def may_return(self, lost: int, arrows: int) -> int:
        """How many of one's arrows may go back after so many points were lost."""
        return 0

    def avenges(self, lost: int) -> bool:
        """Whether the shooter owes an arrow for these points."""
        return False

    def heals_at_end(self, dice: Sequence[Face]) -> int:
        """Life won at the end of a turn with these final dice."""
        return 0

    def heals_at_death(self, dead: int) -> int:
        """Life won when so many others were eliminated together."""
        return 0


class BartCassidy(Character):
    def may_replace(self, hits: int, pile: int) -> int:
        """Any hit, but never the last arrow."""
        return max(0, min(hits, pile - 1))


class BlackJack(Character):
    def locked(self, dice: Sequence[Face]) -> tuple[Die, ...]:
        """Nothing, as long as the dynamites showing do not end the rolling."""
        stuck = super().locked(dice)
        return stuck if len(stuck) >= BLAST else ()


class CalamityJanet(Character):
    def distances(self, reach: int) -> tuple[int, ...]:
        """A one may be a two and the other way round."""
        return (1, 2)


class ElGringo(Character):
    life = 7

    def avenges(self, lost: int) -> bool:
        return lost > 0


class JesseJones(Character):
    life = 9

    def drinks(self, life: int) -> int:
        """Twice as much with four or less."""
        return 2 if life <= 4 else 1


class Jourdonnais(Character):
    life = 7

    def storm_loss(self, arrows: int) -> int:
        return min(1, arrows)


class KitCarlson(Character):
    life = 7

    def discards(self, gatlings: int) -> int:
        """One for each face."""
        return gatlings


class LuckyDuke(Character):
    rolls = 4


class PaulRegret(Character):
    life = 9

    def gatling_loss(self) -> int:
        return 0


class PedroRamirez(Character):
    def may_return(self, lost: int, arrows: int) -> int:
        return min(lost, arrows)


class RoseDoolan(Character):
    life = 9

    def distances(self, reach: int) -> tuple[int, ...]:
        """One place further, if she likes."""
        return (reach, reach + 1)


class SidKetchum(Character):
    gives = True


class SlabTheKiller(Character):
    doubles = True


class SuzyLafayette(Character):
    def heals_at_end(self, dice: Sequence[Face]) -> int:
        """Two when no shot shows."""
        return 0 if any(face in SHOTS for face in dice) else 2


class VultureSam(Character):
    life = 9

    def heals_at_death(self, dead: int) -> int:
        return 2 * dead


class WillyTheKid(Character):
    gatling = 2


#: By the name in vectors, moves and texts; the order is that of section 14.
CHARACTERS: Mapping[str, Character] = {
    "bart_cassidy": BartCassidy(),
    "black_jack": BlackJack(),
    "calamity_janet": CalamityJanet(),
    "el_gringo": ElGringo(),
    "jesse_jones": JesseJones(),
    "jourdonnais": Jourdonnais(),
    "kit_carlson": KitCarlson(),
    "lucky_duke": LuckyDuke(),
    "paul_regret": PaulRegret(),
    "pedro_ramirez": PedroRamirez(),
    "rose_doolan": RoseDoolan(),
    "sid_ketchum": SidKetchum(),
    "slab_the_killer": SlabTheKiller(),
    "suzy_lafayette": SuzyLafayette(),
    "vulture_sam": VultureSam(),
    "willy_the_kid": WillyTheKid(),
}
NAMES: Mapping[type[Character], str] = {type(one): name for name, one in CHARACTERS.items()}
