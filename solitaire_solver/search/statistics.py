"""What a search counted."""

from collections.abc import Sequence
from struct import pack

import attrs
from xxhash import xxh3_64_hexdigest


@attrs.frozen
class Statistics:
    """The counts of one search.

    ``expanded`` states had their moves listed, ``generated`` moves were listed; of these ``pruned``
    were dropped because a proof says that they lead to nothing better and ``duplicates`` led to
    states met before. ``restarts`` counts the attempts before the last one. The table held
    ``table_entries`` states in ``table_bytes`` at the end and overwrote ``forgotten`` of them.
    ``pruned_by`` counts the pruned by the name of the prune, and ``table_load`` is the share of the
    table's slots that were taken. ``dropped`` states were left out without a proof, to keep to a
    width or a memory or on the word of a heuristic that is not safe. ``signature`` is a digest of
    all counts, the verdict and the line: two runs with the same one did the same. ``seconds`` is
    wall-clock time and, unless several threads share the search, the only field that differs
    between runs.
    """

    expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    pruned: int = 0
    restarts: int = 0
    table_entries: int = 0
    table_bytes: int = 0
    forgotten: int = 0
    seconds: float = 0.0
    signature: str = ""
    pruned_by: dict[str, int] = attrs.field(factory=dict, hash=False)
    table_load: float = 0.0
    dropped: int = 0

    @property
    def hit_rate(self) -> float:
        """The share of looked-up states that had been met before, 0 to 1."""
        looked_up = self.generated - self.pruned
        return self.duplicates / looked_up if looked_up else 0.0

    def sign(self, outcome: str, line: Sequence[int]) -> None:
        """Set the signature, once: 16 hexadecimal digits, XXH3-64 of what it digests.

        That is the five counts and the moves by number, as little-endian words, then the outcome.
        """
        counts = (self.expanded, self.generated, self.duplicates, self.pruned, self.restarts)
        words = pack(f"<{len(counts) + len(line)}q", *counts, *line)
        signature = xxh3_64_hexdigest(words + outcome.encode())
        object.__setattr__(self, "signature", signature)
