"""Whatever a text holds: in each language that Hoyle writes, it lies inside one comment, one literal or one
paragraph.
"""

from __future__ import annotations

import ast
import html.parser
import io
import json
import re
import shutil
import subprocess
import tokenize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.c.print import remark
from engine.pages import frame
from engine.python.expressions import quoted as python_string
from engine.targets import escape
from spec.text.clean import UNSAFE, clean, one_line, shell_line

PIECES = (
    "*", "/", "\\", "?", "<", ">", "!", "-", "&", "'", '"', "`", "$", "{", "}", "%", "#", "[", "]", "(", ")", "n",
    "x", "u", "0", " ", "\n", "\r", "\t", "\v", "\f", "\x00", "\x1b", "\x7f", "\x85", "\x9b", "\u2028", "\u2029",
    "\u202e", "\u2066", "\ufeff", "\ud800", "\U000e0041", "é", "*/", "*\\", "*\\\n/", "*\\ \n/", "??/", "*??/\n/",
    "</script", "</Script", "<!--", "<script>", "-->", "]]>", '"""', "'''", "//", "/*", "&lt;", "\\u0022", "\\x22",
    "script", "style",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | st.text(max_size=40)


def without_comments(code: str) -> str:
    """Code as a compiler reads it: trigraphs, then joined lines (gcc joins over spaces too), then comments."""
    for sign, meant in {"??/": "\\", "??'": "^", "??(": "[", "??)": "]", "??!": "|", "??<": "{", "??>": "}"}.items():
        code = code.replace(sign, meant)
    code = re.sub(r"\\[ \t\v\f\r]*\n", "", code)
    return re.sub(r'/\*.*?\*/|//[^\n\r\u2028\u2029]*|("(?:[^"\\]|\\.)*")', lambda m: m[1] or " ", code, flags=re.DOTALL)


@given(TEXTS, TEXTS)
def test_a_comment_ends_where_it_should(one: str, other: str):
    told = f"{escape.comment(one)}; {escape.comment(other)}"
    wrapped = "\n".join(remark(told, 2))
    for written in (f"/* {told} */ x", f"/** {told}. */ x", f"// {told}\nx", f"/*\n * {told}\n */ x", f"{wrapped} x",
                    f"/* {told.replace(' ', chr(10))} */ x"):  # fmt: skip
        assert without_comments(written).split() == ["x"]
    assert len(told.splitlines()) == 1
    assert not re.search('<|"|\\\\', told)


@given(TEXTS, TEXTS)
def test_a_c_string_is_one_literal_that_says_the_text(one: str, other: str):
    told = escape.c_string(one)
    assert re.fullmatch(r'"(?:[ !#-)+->@-\[\]-~]|\\[0-3][0-7][0-7])*"', told)
    assert without_comments(told + escape.c_string(other)) == told + escape.c_string(other)
    data = re.sub(rb"\\([0-7]{3})", lambda m: bytes([int(m[1], 8)]), told[1:-1].encode("ascii"))
    assert data == one.encode("utf-8", "replace")


@given(TEXTS)
def test_a_javascript_string_is_one_literal_that_says_the_text(text: str):
    told = escape.js_string(text)
    assert json.loads(told) == text
    assert re.fullmatch(r'"(?:[^"\\\n\r\u2028\u2029<]|\\.)*"', told)
    assert not UNSAFE.search(told)


@given(TEXTS)
def test_python_strings_docstrings_and_comments_are_one(text: str):
    words = escape.python_words(text)
    code = f'"""{words}."""\n# {words}\nx = {python_string(text)}\n'
    tree = ast.parse(code)
    assert [type(node).__name__ for node in tree.body] == ["Expr", "Assign"]
    assert isinstance(tree.body[1], ast.Assign)
    assert ast.literal_eval(tree.body[1].value) == text
    kinds = [t.type for t in tokenize.generate_tokens(io.StringIO(code).readline)]
    assert kinds.count(tokenize.STRING) == 2
    assert kinds.count(tokenize.COMMENT) == 1


class Reader(html.parser.HTMLParser):
    """What stands on a page: its tags in order, and the texts between."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[object] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append((tag, attrs))

    def handle_endtag(self, tag: str) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        self.tags.append("a comment")


@given(TEXTS)
def test_a_text_on_a_page_is_one_text(text: str):
    found = Reader(f'<p title="{escape.markup(text)}">{escape.markup(text)}</p>')
    assert found.tags == [("p", [("title", clean(text))]), "p"]
    assert "".join(found.texts) == clean(text)


VALUES = st.recursive(
    TEXTS | st.integers() | st.none(), lambda v: st.lists(v, max_size=3) | st.dictionaries(TEXTS, v, max_size=3)
)


@given(VALUES)
def test_data_of_a_page_are_one_script_without_marks(value: object):
    told = frame.data("films", value)
    found = Reader(told)
    assert found.tags == [("script", [("id", "films"), ("type", "application/json")]), "script"]
    assert not re.search("[<>&]", escape.page_data(value))
    assert not UNSAFE.search(told)
    assert json.loads("".join(found.texts)) == escape.cleaned(value)


@given(VALUES)
def test_json_says_the_same_and_shows_no_control(value: object):
    told = escape.as_json(value)
    assert json.loads(told) == value
    assert not UNSAFE.search(told)


@pytest.mark.parametrize("leaves", ["</script>", "</SCRIPT ", "<!-- x", "<script", "</style>"])
def test_a_script_or_style_that_a_browser_would_end_elsewhere_is_not_written(leaves: str):
    with pytest.raises(ValueError, match="must not hold"):
        frame.script(f"let x = '{leaves}';")
    with pytest.raises(ValueError, match="must not hold"):
        frame.head("t", f"p {{ }} {leaves}")


@given(TEXTS)
def test_markdown_is_one_paragraph_without_mark_up(text: str):
    told = f"- **x**: {escape.markdown(text)}."
    assert len(told.splitlines()) == 1
    assert not re.search(r"<|(?<!\\)(?:\\\\)*[`*_\[\]#|~$]", told[len("- **x**: ") :])
    assert html.unescape(re.sub(r"\\(.)", r"\1", told))
    code = escape.markdown_code(text)
    assert len(code.splitlines()) == 1
    assert code.count("`") == 2


@given(TEXTS)
def test_a_clean_text_disturbs_no_terminal(text: str):
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", clean(text))
    assert clean(clean(text)) == clean(text)
    assert len(one_line(text).splitlines()) <= 1


SHELL = shutil.which("bash")


@pytest.mark.skipif(SHELL is None, reason="the lines are for a shell, and no bash is installed")
@settings(max_examples=40, deadline=None)
@given(
    st.lists(TEXTS.filter(lambda t: "\x00" not in t and not re.search("[\ud800-\udfff]", t)), min_size=1, max_size=4)
)
def test_a_shell_line_gives_its_words_back(words: list[str]):
    line = shell_line("printf", r"%s\0", *words)
    assert not UNSAFE.search(line)
    assert "\n" not in line
    assert SHELL is not None
    told = subprocess.run([SHELL, "-c", line], capture_output=True, check=True).stdout
    assert told.decode("utf-8") == "".join(f"{word}\0" for word in words)
