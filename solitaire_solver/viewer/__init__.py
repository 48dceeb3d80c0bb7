"""See a line: its steps for a terminal, a notebook and a browser."""

from solitaire_solver.viewer.frames import Frame, frames

__all__ = ["Frame", "frames"]
