"""Data sets that can be imported: each with a reader, a reference and a licence."""

from ace.commands.samples import import_command
from ace.sample_import.sources import SOURCES
from tests.ace.sample_import.data_sets import question


def test_every_source_names_itself_and_its_licence() -> None:
    for source in SOURCES.values():
        assert source.reference
        assert source.licence
    assert [source.needs_image(question(1)) for source in SOURCES.values()] == [True, True, False]


def test_the_command_offers_every_source() -> None:
    (choice,) = [parameter.type for parameter in import_command.params if parameter.name == "name"]
    assert list(getattr(choice, "choices", ())) == list(SOURCES)
