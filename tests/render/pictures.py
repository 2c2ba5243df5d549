"""Read SVG pictures back for tests."""

import re
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '</text><script>alert("&")</script> ]]> \x00\x1b[2J é 漢 🙂'


class Picture:
    """A well-formed SVG."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root = ElementTree.fromstring(text)
        assert self.root.tag == f"{SVG}svg"

    @property
    def title(self) -> str:
        return self.root.findtext(f"{SVG}title") or ""

    @property
    def described(self) -> str:
        return self.root.findtext(f"{SVG}desc") or ""

    @property
    def size(self) -> tuple[float, float]:
        return float(self.root.get("width") or 0), float(self.root.get("height") or 0)

    @property
    def texts(self) -> list[str]:
        return ["".join(node.itertext()) for node in self.root.iter(f"{SVG}text")]

    @property
    def tips(self) -> list[str]:
        """The texts of the tooltips."""
        return [
            group.findtext(f"{SVG}title") or ""
            for group in self.root.iter(f"{SVG}g")
            if group.find(f"{SVG}title") is not None
        ]

    def of(self, *names: str) -> list[ElementTree.Element]:
        """Return the elements that have all these classes."""
        return [node for node in self.root.iter() if set(names) <= set((node.get("class") or "").split())]

    def is_safe_and_alone(self) -> None:
        """Check that there are no scripts, nothing to load, and no ids that could clash with another picture."""
        assert not [node for node in self.root.iter() if node.tag.endswith(("script", "image", "use", "foreignObject"))]
        for node in self.root.iter():
            assert not {name for name in node.attrib if name.startswith("on") or name in ("id", "href")}
            assert "url(" not in (node.get("style") or "")
        style = self.root.findtext(f"{SVG}style") or ""
        assert not re.search(r"@import|url\(|<", style)

    def lies_on_the_paper(self) -> None:
        """Check that all rectangles and texts are within the picture."""
        _, _, width, height = map(float, (self.root.get("viewBox") or "").split())
        for node in [*self.root.iter(f"{SVG}rect"), *self.root.iter(f"{SVG}text")]:
            x, y = float(node.get("x") or 0), float(node.get("y") or 0)
            assert -0.01 <= x <= x + float(node.get("width") or 0) <= width + 0.01, node.attrib
            assert -0.01 <= y <= y + float(node.get("height") or 0) <= height + 0.01, node.attrib


def rules(style: str, theme: str) -> set[str]:
    """Return the classes for which a theme has rules."""
    selectors = re.findall(rf"\.n-{theme} ([.a-z-]+)", style)
    return {name for selector in selectors for name in selector.split(".") if name}
