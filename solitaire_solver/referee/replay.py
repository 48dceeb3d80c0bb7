"""What a referee says of a line that it could play to its end."""

import attrs


@attrs.frozen
class Replay:
    """What is left when a line has been played: all its ``steps`` were legal.

    ``remaining`` counts piles (Accordion) or cards (games that discard); ``won`` says whether
    the game is over and won, so a line may be legal and yet stop short.
    """

    steps: int
    remaining: int
    won: bool
