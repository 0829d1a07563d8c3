import pytest

from runtime.words.plain_text import plain_text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("pl\u200beural eff\u00adusion", "pleural effusion"),
        ("\u0440l\u0435ural \u0435ffusi\u043en", "pleural effusion"),
        ("\uff50\uff4c\uff45ural", "pleural"),
        ("M\u00e9ni\u00e8re", "Meniere"),
        ("\u24b7 and \U0001d401", "B and B"),
        ("X\u2011ray", "X-ray"),
        ("f l u i d", "fluid"),
        ("F-L-U-I-D here", "FLUID here"),
        ("**B** and `B` and *fluid*", "B and B and fluid"),
        ("<b>B</b>", "B"),
        (r"$\text{pleural effusion}$", "pleural effusion"),
        (r"\boxed{B}", "B"),
        ("A B C D E", "A B C D E"),
        ("A, B, C", "A, B, C"),
        ("2**3 and 3*4*5", "2**3 and 3*4*5"),
        ("it costs $5 and $6", "it costs $5 and $6"),
        ("a T2-weighted image", "a T2-weighted image"),
        ("x < 3 and y > 4", "x < 3 and y > 4"),
        ("", ""),
    ],
)
def test_what_hides_letters_is_taken_off_and_the_rest_stays(text: str, plain: str) -> None:
    assert plain_text(text) == plain
