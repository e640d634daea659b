"""The 54 peoples, the 63 provinces of the classic map, the 34 units of today, and what is known.

Every content text stands in two columns, `_vi` and `_en`; `Localized` reads the right one.
"""

from .facts import Fact, FactQuerySet, HeritageListing, Reading
from .peoples import EthnicGroup, GroupName, GroupPresence, LanguageBranch
from .pictures import Photo
from .places import REGION_CSS, Province, ProvincialUnit, Region
from .search import Searchable, SearchQuerySet
from .seeds import SeedRow
from .sensitive import SecondPersonNeeded, Sensitive, acting_user

__all__ = [
    "REGION_CSS",
    "EthnicGroup",
    "Fact",
    "FactQuerySet",
    "GroupName",
    "GroupPresence",
    "HeritageListing",
    "LanguageBranch",
    "Photo",
    "Province",
    "ProvincialUnit",
    "Reading",
    "Region",
    "SearchQuerySet",
    "Searchable",
    "SecondPersonNeeded",
    "SeedRow",
    "Sensitive",
    "acting_user",
]
