"""Packs the extension for VS Code: one file of code, and a .vsix, which is a zip file with two lists of what it holds.

`make vsix` runs it, after npm has brought the packages into `build/vscode`. Nothing here needs a network, and the same
files make the same .vsix.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "vscode"
COPIED = (
    "language-configuration.json", "snippets.json", "syntaxes/hoyle.tmLanguage.json", "media/table.css",
    "media/table.js",
)  # fmt: skip
SHARED = ("base.css", "film.css", "cards.js", "film.js")
"""What the table has in common with all pages of Hoyle's (`engine.pages`)."""
TYPES = {
    ".json": "application/json", ".js": "application/javascript", ".md": "text/markdown", ".txt": "text/plain",
    ".css": "text/css",
}  # fmt: skip
LICENCES = ("LICENSE", "LICENSE.md", "LICENSE.txt", "License.txt")


class NotPacked(Exception):
    """Why there is no .vsix."""


def described() -> dict[str, Any]:
    """What package.json says."""
    found: dict[str, Any] = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    return found


def wrong_packages(installed: Path, wanted: dict[str, str]) -> list[str]:
    """The packages that are not as package.json pins them, or that it does not name."""
    there = {
        path.parent.relative_to(installed).as_posix(): json.loads(path.read_text(encoding="utf-8"))["version"]
        for pattern in ("*/package.json", "@*/*/package.json")
        for path in installed.glob(pattern)
    }
    # What is built for one kind of machine is a part of its package, and has its version.
    parts = {name: version for name, version in there.items() if name.startswith(("@esbuild/", "@typescript/"))}
    whole = {"@esbuild": wanted.get("esbuild"), "@typescript": wanted.get("typescript")}
    wrong = [f"{name} {version}" for name, version in parts.items() if whole[name.partition("/")[0]] != version]
    rest = {name: version for name, version in there.items() if name not in parts}
    return wrong + [
        f"{name} {rest.get(name, 'is missing')}"
        for name in sorted({*rest, *wanted})
        if rest.get(name) != wanted.get(name)
    ]


def bundle() -> tuple[bytes, list[str]]:
    """All code in one file, and the packages that are in it."""
    modules = BUILD / "node_modules"
    wrong = wrong_packages(modules, described()["devDependencies"])
    if wrong:
        raise NotPacked(
            f"{modules} is not as package.json says ({', '.join(wrong)}): remove build/vscode, and run make vsix"
        )
    shutil.copytree(HERE / "src", BUILD / "src", dirs_exist_ok=True)
    shutil.copy(HERE / "tsconfig.json", BUILD)
    _run(modules / ".bin" / "tsc", "--project", ".")
    options = ("--bundle", "--platform=node", "--format=cjs", "--target=node20", "--external:vscode", "--minify")
    _run(
        modules / ".bin" / "esbuild",
        "src/extension.js",
        *options,
        "--metafile=meta.json",
        "--outfile=extension.js",
        "--log-level=warning",
    )
    inputs = json.loads((BUILD / "meta.json").read_text(encoding="utf-8"))["inputs"]
    parts = (Path(name).parts for name in inputs if name.startswith("node_modules/"))
    return (BUILD / "extension.js").read_bytes(), sorted({part[1] for part in parts})


def _run(program: Path, *arguments: str) -> None:
    done = subprocess.run([str(program), *arguments], cwd=BUILD, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotPacked(f"{program.name}: {done.stdout}{done.stderr}")


def notices(packages: Iterable[str]) -> str:
    """The licences of the packages in the bundle."""
    texts = []
    for name in packages:
        folder = BUILD / "node_modules" / name
        (licence,) = [folder / each for each in LICENCES if (folder / each).exists()]
        texts.append(f"{name}\n{'-' * len(name)}\n\n{licence.read_text(encoding='utf-8').strip()}\n")
    return "\n\n".join(texts)


def held(code: bytes, packages: Iterable[str]) -> dict[str, bytes]:
    """The files of the .vsix."""
    told = described()
    shipped = {key: value for key, value in told.items() if key != "devDependencies"}
    files = {f"extension/{name}": (HERE / name).read_bytes() for name in COPIED}
    files |= {f"extension/media/{name}": (ROOT / "engine/pages/assets" / name).read_bytes() for name in SHARED}
    files |= {
        "extension/package.json": json.dumps(shipped, indent=2).encode(),
        "extension/dist/extension.js": code,
        "extension/readme.md": (HERE / "README.md").read_bytes(),
        "extension/LICENSE.txt": (ROOT / "LICENSE").read_bytes(),
        "extension/ThirdPartyNotices.txt": notices(packages).encode(),
    }
    return {"extension.vsixmanifest": manifest(told).encode(), "[Content_Types].xml": content_types().encode(), **files}


def manifest(told: dict[str, Any]) -> str:
    """What shops and editors read of the extension before they unpack it."""
    who = f"Id={quoteattr(told['name'])} Version={quoteattr(told['version'])} Publisher={quoteattr(told['publisher'])}"
    assets = {
        "Microsoft.VisualStudio.Code.Manifest": "package.json",
        "Microsoft.VisualStudio.Services.Content.Details": "readme.md",
        "Microsoft.VisualStudio.Services.Content.License": "LICENSE.txt",
    }
    listed = "".join(
        f'<Asset Type="{kind}" Path="extension/{name}" Addressable="true"/>' for kind, name in assets.items()
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">'
        f'<Metadata><Identity Language="en-US" {who}/><DisplayName>{escape(told["displayName"])}</DisplayName>'
        f'<Description xml:space="preserve">{escape(told["description"])}</Description>'
        f"<Tags>{escape(','.join(told['keywords']))}</Tags><Categories>{escape(','.join(told['categories']))}</Categories>"
        "<GalleryFlags>Public</GalleryFlags><Properties>"
        f'<Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(told["engines"]["vscode"])}/>'
        '<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>'
        "</Properties><License>extension/LICENSE.txt</License></Metadata>"
        '<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation><Dependencies/>'
        f"<Assets>{listed}</Assets></PackageManifest>\n"
    )


def content_types() -> str:
    """What kind of file each ending stands for."""
    kinds = {**TYPES, ".vsixmanifest": "text/xml"}
    listed = "".join(f'<Default Extension="{ending}" ContentType="{kind}"/>' for ending, kind in kinds.items())
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{listed}</Types>\n'
    )


def write(to: Path, files: dict[str, bytes]) -> None:
    """A zip file of these files, the same for the same files."""
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)


def packed() -> Path:
    """Where the .vsix is to be."""
    return ROOT / "build" / f"hoyle-{described()['version']}.vsix"


def main() -> int:
    try:
        write(packed(), held(*bundle()))
    except NotPacked as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{packed().relative_to(ROOT)}: {packed().stat().st_size // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
