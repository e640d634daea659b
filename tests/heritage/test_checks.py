"""`check_atlas`: green on our own data, and finds what is planted."""

from __future__ import annotations

import io
import random

import pytest
from django.core.management import CommandError, call_command

from heritage.checks import check_atlas, sample, statements
from heritage.models import EthnicGroup, Fact, HeritageListing


def test_our_atlas_is_in_order(db):
    report = check_atlas()
    assert report.findings == []
    assert [count for count in report.counts if not count.enough] == []
    assert report.ok


def test_all_peoples_are_introduced_in_both_languages(db):
    for group in EthnicGroup.objects.all():
        for text in (group.introduction_vi, group.introduction_en):
            assert 80 <= len(text.split()) <= 150, group.slug


def test_forty_statements_at_random_each_name_a_source(db):
    for seed in (1, 2, 3):
        rows = sample(40, random.Random(seed))
        assert len({row.where + row.text for row in rows}) == 40
        for row in rows:
            assert row.is_sourced, row
            assert "general reference" not in row.source


def test_every_public_statement_names_its_source(db):
    rows = statements()
    assert len(rows) > 700
    nameless = [row for row in rows if not row.is_sourced or "reference" in row.source.casefold()]
    assert nameless == []


def test_every_fact_in_public_rests_on_a_page_or_on_the_census(db):
    """The first source has a title and a publisher; what follows may be a second newspaper."""
    for fact in Fact.objects.public():
        assert fact.basis in {Fact.Basis.PAGE, Fact.Basis.STATISTICS}, fact.key
        title, dash, publisher = fact.source.split("; ")[0].rpartition(" — ")
        assert title and dash and publisher, (fact.key, fact.source)


def test_a_statement_without_a_source_is_found(db):
    Fact.objects.filter(key="ede.craft.1").update(source="")
    HeritageListing.objects.filter(year=2005).update(source="General reference")
    findings = check_atlas().findings
    assert any(line.startswith("ede.craft.1: no source") for line in findings)
    assert any(line.startswith("listing 2005: no source") for line in findings)


def test_what_is_not_public_needs_no_source(db):
    Fact.objects.filter(key="ede.craft.1").update(source="", review=Fact.Review.REJECTED)
    assert check_atlas().findings == []
    assert "ede.craft.1" not in {row.where for row in statements()}


def test_an_introduction_of_the_wrong_length_is_found(db):
    EthnicGroup.objects.filter(slug="ede").update(introduction_en="Too short.")
    report = check_atlas()
    assert "ede: the en introduction has 2 words → write 80 to 150" in report.findings
    assert not report.ok


def test_the_command_counts_and_samples(db):
    out = io.StringIO()
    call_command("check_content", sample=5, seed=7, stdout=out, stderr=io.StringIO())
    said = out.getvalue()
    assert "peoples introduced" in said
    assert said.count("\nok  ") == 5
    again = io.StringIO()
    call_command("check_content", sample=5, seed=7, stdout=again, stderr=io.StringIO())
    assert again.getvalue() == said


def test_the_command_fails_for_the_atlas_alone(db):
    EthnicGroup.objects.filter(slug="tay").update(introduction_sources="")
    err = io.StringIO()
    with pytest.raises(CommandError):
        call_command("check_content", stdout=io.StringIO(), stderr=err)
    assert "tay: the introduction names no source" in err.getvalue()
