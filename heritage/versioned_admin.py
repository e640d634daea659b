"""Versions in the admin: what each changed, and the way back to one of them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from simple_history.admin import SimpleHistoryAdmin

from . import versions
from .admin_meanwhile import Meanwhile
from .models import Sensitive

#: What the admin's log keeps of going back to an earlier version.
GONE_BACK = [{"changed": {"fields": ["history"]}}]


class VersionedAdmin(Meanwhile, SimpleHistoryAdmin):
    """A table whose rows have versions, told apart field by field and word by word."""

    history_list_per_page = 20

    #: What going back leaves as it is: it is no part of what the row says.
    kept_when_going_back: tuple[str, ...] = ()

    @property
    def compared_fields(self) -> list[str]:
        """What versions are told apart by."""
        return versions.compared(self.model)

    def set_history_delta_changes(
        self, request: HttpRequest, historical_records: Any, foreign_keys_are_objs: bool = True
    ) -> None:
        """Each version with what it changed against the one before, word by word."""
        records = list(historical_records)
        for at, record in enumerate(records):
            before = records[at + 1] if at + 1 < len(records) else record.prev_record
            record.differences = (
                versions.differences(before, record, self.compared_fields)
                if before is not None
                else []
            )

    def history_form_view(
        self,
        request: HttpRequest,
        object_id: str,
        version_id: str,
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """What going back to a version would change; by POST, goes back. That is a version too."""
        record = self._record(object_id, version_id)
        row = self.get_object(request, object_id)
        if not self.has_view_or_change_permission(request, row):
            raise PermissionDenied
        may = self.has_change_permission(request, row)
        refused: list[str] = []
        if request.method == "POST":
            if not may:
                raise PermissionDenied
            try:
                self._go_back(request, row, record)
            except ValidationError as error:
                refused = error.messages
            else:
                self.message_user(request, _("It reads as it did then."), messages.SUCCESS)
                name = f"admin:{self.opts.app_label}_{self.opts.model_name}_history"
                return HttpResponseRedirect(reverse(name, args=[object_id]))
        fields = [name for name in self.compared_fields if name not in self.kept_when_going_back]
        context = {
            **self.admin_site.each_context(request),
            "title": _("Back to an earlier version"),
            "opts": self.opts,
            "row": row if row is not None else record,
            "record": record,
            "gone": row is None,
            "may": may,
            "refused": refused,
            "differences": versions.differences(row, record, fields),
            **(extra_context or {}),
        }
        return TemplateResponse(
            request, "admin/go_back.html", context, status=409 if refused else 200
        )

    def _record(self, object_id: str, version_id: str) -> Any:
        """Raises Http404 for a version of another row, or of none."""
        numbers = (object_id, version_id)
        if not all(each.isascii() and each.isdigit() and len(each) < 19 for each in numbers):
            raise Http404("no such version")
        history = self.model.history
        return get_object_or_404(history.all(), id=object_id, history_id=version_id)

    def _go_back(self, request: HttpRequest, row: Any, record: Any) -> None:
        """Raises ValidationError where what was then cannot be now."""
        then = record.instance
        then._state.adding = row is None
        for name in self.kept_when_going_back if row is not None else ():
            column: Any = self.model._meta.get_field(name)
            setattr(then, column.attname, getattr(row, column.attname))
        if row is None and isinstance(then, Sensitive) and then.sensitive and then.is_approved:
            then.wait()  # nobody has approved bringing it back
        then._history_user = request.user
        then._change_reason = _("Back to the version of %s") % date_format(
            localtime(record.history_date), "d/m/Y H:i"
        )
        then.full_clean()
        then.save()
        self.log_change(request, then, GONE_BACK)
