"""Editors' desk for the function cards and quests of Rạng Rỡ Việt Nam."""

from __future__ import annotations

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.forms import Script
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_POST

from heritage.content_admin import ContentAdmin, Rows, in_both
from heritage.versioned_admin import VersionedAdmin

from . import editing, names, standard
from .core.world import REGIONS
from .models import FunctionCard, Quest


class NothingNew:
    """For content whose rows are fixed by the rules: they are changed, never made or deleted."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class CardRows(Rows):
    class Meta(Rows.Meta):
        model = FunctionCard
        import_id_fields = ("code",)
        fields = ("code", "count", "name_vi", "name_en", "text_vi", "text_en")

    def before_import_row(self, row: Any, **kwargs: Any) -> None:
        """Raises ValidationError for a card that the engine does not play."""
        found = editing.card_problems(FunctionCard(code=str(row.get("code", ""))))
        if found:
            raise ValidationError(found)


@admin.register(FunctionCard)
class FunctionCardAdmin(NothingNew, ContentAdmin):
    resource_classes = (CardRows,)
    list_display = ("name_vi", "name_en", "count", "effect")
    search_fields = ("code", "name_vi", "name_en")
    readonly_fields = ("code", "effect")
    fieldsets = (
        (None, {"fields": [*in_both("name", "text"), "count"]}),
        (
            gettext_lazy("What the game does with it"),
            {
                "fields": ["code", "effect"],
                "description": gettext_lazy("Bound to the rules: the words must say the same."),
            },
        ),
    )

    def get_form(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        lines = {name: forms.Textarea({"rows": 3, "cols": 40}) for name in ("text_vi", "text_en")}
        return super().get_form(request, obj, widgets=lines, **kwargs)

    def has_import_permission(self, request: HttpRequest) -> bool:
        return self.has_change_permission(request)

    def has_export_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    @admin.display(description=pgettext_lazy("of a card", "when it is played"))
    def effect(self, card: FunctionCard) -> str:
        return editing.effect(card.code)


# --- quests --------------------------------------------------------------------------------------


class SlotsWidget(forms.Widget):
    """A row a slot: a region, or provinces ticked one by one."""

    template_name = "games/rang_ro/admin/slots.html"

    class Media:
        css = {"all": ("css/admin.css",)}
        js = (Script("js/admin-quest.js", type="module"),)

    #: Slots shown, set by the form.
    size = 0

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        slots = value if isinstance(value, list) else []
        rows = []
        for number in range(1, self.size + 1):
            slot = slots[number - 1] if number <= len(slots) else []
            place = editing.place(slot) if slot else {"name": "", "region": ""}
            rows.append(
                {
                    "number": number,
                    "name": place["name"],
                    "region": place["region"],
                    "provinces": set() if place["region"] else set(slot),
                }
            )
        regions = [
            {
                "slug": region,
                "name": names.region(region),
                "provinces": [
                    {"slug": slug, "name": names.province(slug)}
                    for slug in editing.by_region()[region]
                ],
            }
            for region in REGIONS
        ]
        return context | {"rows": rows, "regions": regions}

    def _render(self, template_name: str, context: Any, renderer: Any = None) -> SafeString:
        """From the site's own templates, which the renderer of forms does not look through."""
        return SafeString(render_to_string(template_name, context))

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[list[str]]:
        slots = []
        for number in range(1, self.size + 1):
            region = data.get(f"{name}-{number}-region", "")
            chosen = editing.by_region().get(region) or data.getlist(f"{name}-{number}-province")
            slots.append(sorted(set(chosen)))
        return slots

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return False


class SlotsField(forms.Field):
    """Slots of a quest; `editing.quest_problems` says what is wrong with them."""

    widget = SlotsWidget

    def has_changed(self, initial: Any, data: Any) -> bool:
        return [sorted(slot) for slot in initial or []] != data


class QuestForm(forms.ModelForm):
    slots = SlotsField(label=pgettext_lazy("of a quest", "places"), required=False)

    class Meta:
        model = Quest
        fields = ("slots",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["slots"].widget.size = self.instance.size or 0

    def clean_slots(self) -> list[list[str]]:
        slots: list[list[str]] = self.cleaned_data["slots"]
        found = editing.quest_problems(slots, self.instance.size)
        if found:
            raise ValidationError(found)
        return slots


@admin.register(Quest)
class QuestAdmin(NothingNew, VersionedAdmin):
    form = QuestForm
    list_display = ("group", "size", "places", "cost")
    list_display_links = ("group", "size")
    list_filter = ("size", ("group__branch", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("group",)
    # D of each row is worked out for the list.
    list_per_page = 27
    search_fields = ("group__search_text",)
    search_help_text = gettext_lazy("Diacritics are not needed.")
    readonly_fields = ("group", "size", "homes", "cost_now")
    save_on_top = True
    fieldsets = (
        (None, {"fields": [("group", "size"), "homes", "cost_now"]}),
        (
            pgettext_lazy("of a quest", "places"),
            {
                "fields": ["slots"],
                "description": gettext_lazy(
                    "One flag in each place completes the quest. Tables in play keep the quest "
                    "they began with."
                ),
            },
        ),
    )

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> Any:
        from heritage.text import fold

        return super().get_search_results(request, queryset, fold(search_term))

    def get_urls(self) -> list[Any]:
        ask = self.admin_site.admin_view(require_POST(self.ask_cost))
        return [path("<int:pk>/cost/", ask, name="games_quest_cost"), *super().get_urls()]

    @admin.display(description=pgettext_lazy("of a quest", "places"))
    def places(self, quest: Quest) -> str:
        return "; ".join(editing.place(slot)["name"] for slot in quest.slots if slot)

    @admin.display(description=gettext_lazy("cost (coins)"))
    def cost(self, quest: Quest) -> str | SafeString:
        if editing.quest_problems(quest.slots, quest.size):
            return "–"
        found = editing.cost(quest.group.code, quest.slots)
        said = _figure(found.coins)
        return said if found.is_balanced else format_html("<b>⚠ {}</b>", said)

    @admin.display(description=gettext_lazy("home provinces"))
    def homes(self, quest: Quest) -> str:
        return ", ".join(map(names.province, standard.homes()[quest.group.code]))

    @admin.display(description=gettext_lazy("cost"))
    def cost_now(self, quest: Quest) -> SafeString:
        """What stands there now; the script says it anew with every change."""
        said, warns = said_of(quest.group.code, quest.slots, quest.size)
        return format_html(
            '<p id="quest-cost" role="status" class="{}" data-url="{}" data-away="{}">{}</p>',
            "quest-cost warns" if warns else "quest-cost",
            reverse("admin:games_quest_cost", args=[quest.pk]),
            _("The check did not answer; it is made again when you save."),
            said,
        )

    def ask_cost(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What the quest in the form would cost, or what is wrong with it; nothing is stored."""
        quest = get_object_or_404(Quest.objects.select_related("group"), pk=pk)
        if not self.has_change_permission(request, quest):
            return HttpResponse(status=403)
        widget = SlotsWidget()
        widget.size = quest.size
        slots = widget.value_from_datadict(request.POST, {}, "slots")
        said, warns = said_of(quest.group.code, slots, quest.size)
        return JsonResponse({"said": said, "warns": warns})

    def save_model(self, request: HttpRequest, obj: Quest, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        said, warns = said_of(obj.group.code, obj.slots, obj.size)
        tell = partial(self.message_user, request)
        tell(said, messages.WARNING if warns else messages.INFO)


def _figure(value: float, decimals: int = 1) -> str:
    # Django cuts decimals off instead of rounding.
    return number_format(round(value, decimals), decimals)


def said_of(code: int, slots: Any, size: int) -> tuple[str, bool]:
    """What an editor is told of a quest, and whether it is a warning."""
    found = editing.quest_problems(slots, size)
    if found:
        return " ".join(found), True
    cost = editing.cost(code, slots)
    facts = {
        "coins": _figure(cost.coins),
        "target": _figure(cost.target),
        "percent": _figure(abs(cost.percent), 0),
    }
    if cost.is_balanced:
        said = _("This quest costs %(coins)s coins on average; quests of its size: %(target)s.")
        return said % facts, False
    if cost.percent > 0:
        said = _(
            "This quest costs %(coins)s coins on average, %(percent)s%% more than quests of its "
            "size (%(target)s): whoever gets it is at a disadvantage. At most 10%% is fair."
        )
    else:
        said = _(
            "This quest costs %(coins)s coins on average, %(percent)s%% less than quests of its "
            "size (%(target)s): whoever gets it has an advantage. At most 10%% is fair."
        )
    return said % facts, True
