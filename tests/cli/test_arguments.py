"""The command line is translated, including the messages of argparse."""

import argparse

import pytest

from chancery.cli.arguments import Parser, problem_text
from chancery.cli.main import main
from chancery.core.words import CORE_CATALOGUES, Speaker, Text

ITALIAN = Speaker("it", (), CORE_CATALOGUES)


@pytest.mark.parametrize("language", ["it", "nl", "fr"])
@pytest.mark.parametrize("typed", [["--help"], ["play", "--help"], ["admin", "tables", "--help"]])
def test_help_is_fully_translated(
    language: str, typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*typed, f"--language={language}"]) == 0
    output = capsys.readouterr().out
    for english in ("usage:", "positional arguments", "show this help", "show program"):
        assert english not in output


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["fly"], "chancery: VERB: «fly» non esiste; scegli fra games, new"),
        (["show"], "chancery show: manca: FILE"),
        (["show", "--seat"], "chancery show: --seat: manca un valore"),
        (["show", "--json", "--svg", "a"], "--svg: non si può usare insieme a --json"),
        (["show", "--json=1", "a"], "--json: non accetta valori, ma ha ricevuto «1»"),
        (["show", "--s", "a"], "«--s» può voler dire --seat, --svg"),
        (["show", "a", "b"], "argomenti sconosciuti: b"),
        (["show", "a", "--width", "wide"], "chancery show: --width: "),
    ],
)
def test_usage_errors_are_translated(
    typed: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*typed, "--language=it"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("uso: chancery")
    assert said in error.splitlines()[-1]


def test_every_argparse_message_is_translated() -> None:
    def say(text: Text) -> str:
        return ITALIAN.say(text)

    parser = Parser(say, prog="test", exit_on_error=False)
    parser.add_argument("--many", nargs="+")
    with pytest.raises(argparse.ArgumentError) as error:
        parser.parse_args(["--many"])
    assert say(problem_text(str(error.value))) == "--many: manca almeno un valore"
    assert str(problem_text("something else")) == "something else"
