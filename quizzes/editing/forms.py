"""The question form and its choices, checked together by the rules of `quizzes.review`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import PurePath
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Max
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from heritage import photos
from heritage.content_admin import PictureField

from .. import second_person
from ..drafts import ChoiceDraft
from ..kinds import Problem, UnknownKind, kind, labels
from ..kinds.choice import LETTERS
from ..models import MAX_CHOICES, Choice, Question, State
from ..review import UNSTORABLE, problems
from . import spec

_POSITIONS = [(at, LETTERS[at - 1]) for at in range(1, MAX_CHOICES + 1)]


class QuestionForm(forms.ModelForm):
    """Texts may still be missing in a draft; what is missing is said by `quizzes.review`."""

    kind = forms.ChoiceField(label=_("Kind"), choices=labels, initial="single")
    key = forms.CharField(
        label=_("Key"),
        max_length=80,
        required=False,
        validators=Question._meta.get_field("key").validators,
        help_text=_("A lasting name for imports and reports; left empty, one is made."),
    )

    #: The part shown of a picture that comes with the form; see static/js/crop.js.
    image_crop = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    class Meta:
        model = Question
        fields = (
            *("deck", "key", "position", "level", "seconds", "sensitive"),
            *(name for name in Question.CONTENT if name != "spec"),
        )
        field_classes = {"image": PictureField}
        widgets = {
            name: forms.Textarea(attrs={"rows": rows})
            for name, rows in (
                ("text_vi", 2),
                ("text_en", 2),
                ("explanation_vi", 3),
                ("explanation_en", 3),
                ("source_vi", 2),
                ("source_en", 2),
            )
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("text_vi", "text_en", "position"):
            if name in self.fields:
                self.fields[name].required = False
        if "position" in self.fields:
            self.fields["position"].help_text = _("Left empty: at the end of the deck.")
            if not self.instance.position:
                self.initial["position"] = None
        if "kind" in self.fields:
            self.fields |= spec.form_fields()
            self.initial = {**spec.initial(self.instance), **self.initial}

    def clean_position(self) -> int:
        return self.cleaned_data["position"] or 0

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "kind" in self.fields:
            kind_slug = data.get("kind", self.instance.kind)
            self.instance.spec = spec.spec_from_form(kind_slug, data, self.instance.spec or {})
        return data

    def spec_rows(self) -> dict[str, list[Any]]:
        return spec.groups(self)

    def clean_key(self) -> str:
        key = self.cleaned_data["key"] or (self.instance.key if self.instance.pk else "")
        return key or _free_key(self.cleaned_data.get("deck"))

    def clean_image_crop(self) -> photos.Frame:
        return photos.Frame.read(self.cleaned_data["image_crop"])

    def clean_image(self) -> Any:
        picture = self.cleaned_data.get("image")
        if isinstance(picture, UploadedFile):
            photos.check(picture)
        return picture


def _free_key(deck: Any) -> str:
    """`deck-slug.n` with the first n after the deck's highest position that is not taken."""
    stem = deck.slug if deck is not None else slugify(_("question"))
    last = Question.objects.filter(deck=deck).aggregate(last=Max("position"))["last"] or 0
    taken = set(Question.objects.filter(key__startswith=f"{stem}.").values_list("key", flat=True))
    number = last + 1
    while f"{stem}.{number}" in taken:
        number += 1
    return f"{stem}.{number}"


@contextmanager
def new_picture(form: QuestionForm) -> Iterator[None]:
    """Keep an uploaded picture for the saving done within, and forget it if that fails. Only here:
    an upload that comes with an error elsewhere leaves nothing behind."""
    picture = form.cleaned_data.get("image")
    if not isinstance(picture, UploadedFile):
        yield
        return
    form.instance.image = photos.keep(picture, "questions", form.cleaned_data["image_crop"])
    try:
        yield
    except BaseException:
        photos.forget(f"questions/{PurePath(form.instance.image.name).name}")
        raise


class ChoiceForm(forms.ModelForm):
    position = forms.TypedChoiceField(
        label=_("Letter"), choices=_POSITIONS, coerce=int, required=False, empty_value=None
    )
    is_right = forms.BooleanField(label=_("Right"), required=False)

    class Meta:
        model = Choice
        fields = ("position", "text_vi", "text_en", "is_right")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("text_vi", "text_en"):
            self.fields[name].required = False

    def _get_validation_exclusions(self) -> set[str]:
        # Row by row the constraints would refuse to move the right choice from one row to another;
        # `quizzes.review` and the service judge all rows together.
        return {field.name for field in Choice._meta.fields}


class ChoiceFormSet(forms.BaseInlineFormSet):
    """Up to four choices. `problems` holds what was found, once `is_valid` was asked."""

    problems: list[Problem]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.problems = []
        stored = self.initial_form_count()
        self.initial_extra = [{"position": at} for at in range(stored + 1, MAX_CHOICES + 1)]

    def rows(self) -> list[tuple[forms.ModelForm, ChoiceDraft]]:
        """The forms that hold a choice, with what is in them, in the order of their letters."""
        found = []
        for form in self.forms:
            data = getattr(form, "cleaned_data", {})
            if data.get("DELETE"):
                continue
            draft = ChoiceDraft(
                text_vi=data.get("text_vi", ""),
                text_en=data.get("text_en", ""),
                is_right=data.get("is_right", False),
                pk=form.instance.pk,
                ref=form.instance.ref,
            )
            if not draft.is_blank:
                found.append((data.get("position") or MAX_CHOICES, form, draft))
        found.sort(key=lambda each: each[0])
        with suppress(UnknownKind):
            if not kind(self.instance.kind).has_choices:
                return []  # what stands in the hidden rows belongs to another kind
        return [(form, draft) for _position, form, draft in found]

    def drafts(self) -> list[ChoiceDraft]:
        return [draft for _form, draft in self.rows()]

    def clean(self) -> None:
        """Refuse what cannot be stored, and anything at all when it is to be published."""
        question: Question = self.instance
        rows = self.rows()
        self.problems = problems(question, [draft for _form, draft in rows])
        publish = question.state == State.PUBLISHED
        stopping = [each for each in self.problems if publish or each.code in UNSTORABLE]
        # The mark comes from the form that was checked just before.
        stopping += second_person.problems(question, [draft for _form, draft in rows])
        if not stopping:
            return
        question_form = getattr(question, "_admin_form", None)
        forms_in_order = [form for form, _draft in rows]
        for problem in stopping:
            _attach(problem, question_form, forms_in_order, self._whole)
        if publish:
            self._whole(_("Not published. Mend what is marked, or save it as a draft."))

    def _whole(self, message: Any) -> None:
        # `full_clean` has begun the list before it calls `clean`.
        self._non_form_errors.append(message)  # type: ignore[attr-defined]


def _attach(problem: Problem, question_form: Any, rows: list[Any], whole: Any) -> None:
    """Put a problem at the field that it is about."""
    if problem.choice is not None and problem.choice <= len(rows):
        rows[problem.choice - 1].add_error(problem.field, problem.message)
    elif question_form is not None and problem.field in question_form.fields:
        question_form.add_error(problem.field, problem.message)
    else:
        whole(problem.message)


def html_ids(found: Iterable[Problem], formset: ChoiceFormSet) -> list[dict[str, str]]:
    """Problems as the page shows them: the id of the input each belongs to, and the message."""
    rows = [form for form, _draft in formset.rows()]
    result = []
    for problem in found:
        if problem.choice is not None and problem.choice <= len(rows):
            where = f"id_{rows[problem.choice - 1].prefix}-{problem.field}"
        elif problem.field == "choices":
            where = "choices"
        else:
            where = f"id_{problem.field}"
        result.append({"id": where, "message": str(problem.message), "code": problem.code})
    return result


def typed_problems(form: forms.BaseForm, formset: ChoiceFormSet) -> list[dict[str, str]]:
    """What is wrong with form and choices as typed, for `js/question-form.js`."""
    return html_ids(formset.problems, formset) + [
        {"id": f"id_{name}", "message": str(message), "code": "invalid"}
        for name, errors in form.errors.items()
        for message in errors
    ]
