"""Slides for a projector, made from a lesson, with one idea on each slide."""

from dataclasses import dataclass

from noughts.web.pages.learn.lessons import BoardPlace, Lesson, StoryPlace


@dataclass(frozen=True)
class Slide:
    """A slide of a lesson.

    Attributes:
        heading: the heading of its section, as HTML. Every slide of a section repeats the heading.
        parts: what it shows, as parts of the lesson.
    """

    heading: str
    parts: tuple[str | StoryPlace | BoardPlace, ...]


def slides(lesson: Lesson) -> tuple[Slide, ...]:
    """Split a lesson into slides.

    Each paragraph begins a slide. A board, a picture, a list or a table joins the paragraph before it in the same
    section, if any.
    """
    made, heading, joins = list[Slide](), "", False
    for part in lesson.parts:
        if isinstance(part, str) and part.startswith(("<h1", "<h2")):
            heading, joins = part, False
        elif joins and not _is_paragraph(part):
            made[-1] = Slide(heading, (*made[-1].parts, part))
            joins = False
        else:
            made.append(Slide(heading, (part,)))
            joins = _is_paragraph(part)
    return tuple(made)


def _is_paragraph(part: str | StoryPlace | BoardPlace) -> bool:
    return isinstance(part, str) and part.startswith("<p>") and "<img" not in part
