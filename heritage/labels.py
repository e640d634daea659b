"""What the editors' desk calls the columns of the atlas, in the reader's language.

Given here and not in the models, so that a better word for a column needs no migration: Django
compares what a field was declared with, and these names are put on afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Field, Model
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

#: By column name, the same for every model of this app.
LABELS = {
    "airport": _("airport"),
    "alt_en": _("description for those who cannot see it (English)"),
    "alt_vi": _("description for those who cannot see it (Vietnamese)"),
    "author": _("author"),
    "basis": pgettext_lazy("of a fact", "basis"),
    "borders": _("borders"),
    "branch": _("language branch"),
    "caption_en": _("caption (English)"),
    "caption_vi": _("caption (Vietnamese)"),
    "category": _("category"),
    "code": _("number in the official list"),
    "confidence": _("confidence"),
    "family_en": _("language family (English)"),
    "family_vi": _("language family (Vietnamese)"),
    "gloss_en": _("name of the festival in English"),
    "group": _("people"),
    "groups": _("peoples"),
    "gso_code": _("code of the statistics office"),
    "image": _("picture"),
    "introduction_en": _("introduction (English)"),
    "introduction_sources": _("sources of the introduction"),
    "introduction_vi": _("introduction (Vietnamese)"),
    "is_coastal": _("on the coast"),
    "key": _("lasting name"),
    "kind": pgettext_lazy("sort", "kind"),
    "kind_at_merger": _("kind on 1 July 2025"),
    "lat": _("latitude"),
    "licence": _("licence"),
    "lon": _("longitude"),
    "name": _("name"),
    "name_en": _("name (English)"),
    "name_vi": _("name (Vietnamese)"),
    "note": _("note"),
    "note_en": _("note (English)"),
    "order": pgettext_lazy("place in a row", "order"),
    "population_2009": _("population 2009"),
    "population_2019": _("population 2019"),
    "population_confirmed": _("population checked"),
    "provenance": _("provenance"),
    "province": _("province"),
    "provinces": _("provinces"),
    "publisher": _("publisher"),
    "railway_station": _("railway station"),
    "region": _("region"),
    "region_hint_en": _("where they live (English)"),
    "region_hint_vi": _("where they live (Vietnamese)"),
    "review": _("review"),
    "reviewed_by": _("reviewed by"),
    "seaport": _("seaport"),
    "seaport_class": _("class of the seaport"),
    "seat": _("seat"),
    "slug": _("name in addresses"),
    "source": _("source"),
    "source_url": _("where it was published"),
    "status": _("how far it is checked"),
    "style": _("colour and rhythm"),
    "text_en": _("text (English)"),
    "text_vi": _("text (Vietnamese)"),
    "time_of_year": _("time of the year"),
    "title": _("title"),
    "unit": _("provincial unit (34)"),
    "url": _("address"),
    "year": _("year"),
}


def put_labels(models: Iterable[type[Model]], labels: Mapping[str, object]) -> None:
    """Name the columns of these models, but for those that were declared with a name."""
    for model in models:
        for field in (*model._meta.local_fields, *model._meta.local_many_to_many):
            if (
                isinstance(field, Field)
                and getattr(field, "_verbose_name", None) is None
                and field.name in labels
            ):
                field.verbose_name = labels[field.name]  # type: ignore[assignment]
