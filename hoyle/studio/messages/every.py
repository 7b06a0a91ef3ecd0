"""The messages by who says them to whom: the unions that `hoyle.studio.wire` reads and writes."""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.studio.messages.files import Begin, Files, Gallery, Games, Listing, Opened, Read, Take, Text, Write
from hoyle.studio.messages.runs import (
    Ambiguities,
    Asked,
    Count,
    Counted,
    Doing,
    Ended,
    Export,
    Exported,
    Failed,
    Figures,
    Point,
    Sweep,
    Verdict,
    Verified,
    Verify,
    Written,
)
from hoyle.studio.messages.table import (
    Branch,
    Choose,
    Deal,
    Fitting,
    Keep,
    Onward,
    Play,
    Renew,
    Resume,
    Save,
    Saved,
    See,
    Table,
    Undo,
    Watch,
)
from hoyle.studio.messages.text import (
    Candidates,
    Changes,
    Check,
    Checked,
    Complete,
    Format,
    Hover,
    Hovered,
    Named,
    Names,
    Rename,
    Sign,
    Signed,
    Tell,
    Told,
)


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a request came to nothing, in a sentence."""

    why: str


Request = (
    Check | Tell | Complete | Hover | Sign | Names | Rename | Format
    | Deal | Watch | Resume | Renew | See | Choose | Play | Onward | Undo | Branch | Keep | Save
    | Gallery | Take | Begin
)  # fmt: skip
"""What a page asks of its session."""
Answer = (
    Checked | Told | Candidates | Hovered | Signed | Named | Changes | Table | Fitting | Saved | Games | Text | Refused
)
"""What a session answers."""
Order = Verify | Ambiguities | Count | Sweep | Export
"""What a page orders of a run."""
Event = Doing | Verdict | Verified | Point | Asked | Figures | Counted | Written | Exported | Failed | Ended
"""What a run tells; its last is Verified, Asked, Counted, Exported, Failed or Ended."""
FileRequest = Listing | Read | Write
"""What a page asks of the home's files."""
FileAnswer = Files | Opened | Refused
"""What the home answers."""
