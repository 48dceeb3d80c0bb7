"""What a search counted."""

from collections.abc import Sequence

import attrs
from xxhash import xxh3_64_hexdigest


@attrs.frozen
class Statistics:
    """The counts of one search.

    ``expanded`` states had their moves listed, ``generated`` moves were listed; of these ``pruned``
    were dropped because a proof says that they lead to nothing better and ``duplicates`` led to
    states met before. ``restarts`` counts the attempts before the last one. The table held
    ``table_entries`` states in ``table_bytes`` at the end and overwrote ``forgotten`` of them.
    ``dropped`` states were left out without a proof, to keep to a width or a memory or on the word
    of a heuristic that is not safe. ``signature`` is a digest of all counts, the verdict and the
    line: two runs with the same one did the same. ``seconds`` is wall-clock time and the only field
    that differs between runs.
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
    dropped: int = 0

    def signed(self, outcome: str, line: Sequence[int]) -> "Statistics":
        """These counts with their signature: 16 hexadecimal digits, XXH3-64 of what it digests."""
        text = (
            f"{self.expanded} {self.generated} {self.duplicates} {self.pruned} "
            f"{self.restarts} {outcome} {list(line)}"
        )
        return Statistics(
            self.expanded,
            self.generated,
            self.duplicates,
            self.pruned,
            self.restarts,
            self.table_entries,
            self.table_bytes,
            self.forgotten,
            self.seconds,
            xxh3_64_hexdigest(text.encode()),
            self.dropped,
        )
