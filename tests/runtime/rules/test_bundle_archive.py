"""The file of a bundle: the same bytes for the same files, and nothing else is read."""

import io
import tarfile
import zipfile
from contextlib import suppress
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.rules.bundle_archive import MAX_BUNDLE_BYTES, MAX_MEMBER_BYTES, BundleError, pack, unpack

FILES = {"manifest.json": b"{}\n", "playbooks/tutor/a/x.yaml": b"a: 1\n", "playbooks/tütor/b.yaml": b""}
NAMES = st.lists(st.text("abcdefghij0123456789_", min_size=1, max_size=8), min_size=1, max_size=4).map(
    lambda parts: "x" + "/x".join(parts)
)


def archive(*members: tuple[zipfile.ZipInfo | str, bytes], how: int = zipfile.ZIP_STORED) -> bytes:
    """Return a ZIP archive as another program would write it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", how) as file:
        for name, data in members:
            info = name if isinstance(name, zipfile.ZipInfo) else plain(name)
            info.compress_type = how
            file.writestr(info, data)
    return made.getvalue()


def plain(name: str, mode: int = 0o100644) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.create_system, info.external_attr = 3, mode << 16
    return info


def test_the_bytes_depend_on_the_files_alone() -> None:
    assert pack(FILES) == pack(dict(reversed(FILES.items())))
    # The bytes are part of what is promised: another version of Python must not change them unnoticed.
    assert sha256(pack(FILES)).hexdigest() == "77517e714f173e18f18d20d9e86551f3b1803900e42de4209394593e62b6e891"
    assert unpack(pack(FILES), "x") == FILES


@given(st.dictionaries(NAMES, st.binary(max_size=50), max_size=6))
def test_what_is_packed_comes_back(files: dict[str, bytes]) -> None:
    try:
        data = pack(files)
    except BundleError:
        return  # two of the names are one file elsewhere
    assert unpack(data, "x") == files


@given(st.data())
def test_no_byte_can_be_changed_added_or_taken_away(data: st.DataObject) -> None:
    packed = pack(FILES)
    at = data.draw(st.integers(0, len(packed) - 1))
    kind = data.draw(st.sampled_from(["flip", "add", "cut"]))
    changed = {
        "flip": packed[:at] + bytes([packed[at] ^ 1]) + packed[at + 1 :],
        "add": packed[:at] + b"x" + packed[at:],
        "cut": packed[:at] + packed[at + 1 :],
    }[kind]
    with suppress(BundleError):
        assert unpack(changed, "x") != FILES, "a changed content is for the checksums to find"


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd", "../x", "a/../x", "a/./x", "a//x", "C:/x", "a\\x", "a/", "", "-x", "a/-x", "a/x.", "a /x",
        "con", "a/NUL.txt", ".git/config", "a/.gitattributes", "git~1", "a\nb", "a\u202eb", "a\u200bb", "x" * 401,
    ],
)  # fmt: skip
def test_a_path_that_is_not_plain_is_refused(path: str) -> None:
    with pytest.raises(BundleError, match=r"path|no bundle|beside"):
        unpack(archive((path or "/", b"1")), "x")
    with pytest.raises(BundleError):
        pack({path: b"1"})


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(archive(("a", b"1"), ("A", b"2")), "'a' and 'A' are one file", id="case"),
        pytest.param(archive(("\u00e9", b"1"), ("e\u0301", b"2")), "are one file", id="composition"),
        pytest.param(archive((plain("a", 0o120777), b"b")), "no plain file", id="a link"),
        pytest.param(archive((plain("a", 0o020644), b"")), "no plain file", id="a device"),
        pytest.param(archive((plain("a", 0o100755), b"")), "no plain file", id="a program"),
        pytest.param(archive(("a", b"0" * 5000), how=zipfile.ZIP_DEFLATED), "is compressed", id="compressed"),
        pytest.param(archive(("b", b"1"), ("a", b"2")), "holds bytes beside", id="another order"),
        pytest.param(archive(("a", b"1")) + b"x", "holds bytes beside", id="bytes behind"),
        pytest.param(b"x" + archive(("a", b"1")), "holds bytes beside", id="bytes before"),
        pytest.param(b"", "is no bundle", id="empty"),
        pytest.param(b"PK\x03\x04 and no more", "is no bundle", id="cut off"),
    ],
)
def test_an_archive_that_pack_would_not_write_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(BundleError, match=said):
        unpack(data, "x")


def test_a_name_that_stands_twice_is_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = archive(("a", b"1"), ("a", b"2"))
    with pytest.raises(BundleError, match="path 'a' stands twice"):
        unpack(data, "x")


def test_a_tar_archive_is_no_bundle() -> None:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz"):
        pass
    with pytest.raises(BundleError, match="is no bundle"):
        unpack(made.getvalue(), "x")


def test_what_is_too_large_is_refused_before_it_is_read() -> None:
    with pytest.raises(BundleError, match="bytes; a bundle has at most"):
        unpack(b"0" * (MAX_BUNDLE_BYTES + 1), "x")
    with pytest.raises(BundleError, match="a file in a bundle has at most"):
        pack({"a": b"0" * (MAX_MEMBER_BYTES + 1)})
    # Entries that claim the same bytes: the sizes are counted together.
    small = archive(*((f"f{number:05}", b"0") for number in range(20)))
    forged = bytearray(small)
    at = small.index(b"PK\x01\x02")
    while at >= 0:
        forged[at + 20 : at + 28] = (MAX_MEMBER_BYTES).to_bytes(4, "little") * 2
        at = small.find(b"PK\x01\x02", at + 1)
    with pytest.raises(BundleError, match="bytes together"):
        unpack(bytes(forged), "x")
