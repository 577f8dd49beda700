"""The learning rate: up in a line over the first steps, then down in a line to nothing at the end of the training, whatever ends it.

The end is that of the plan or of the minutes, whichever is nearer; so no training ends with a rate that never fell.
"""

import math

# Ten to a hundred steps are usual; AdamW's second moments (beta 0.95) remember twenty.
WARM_UP = 30


def progress(step: int, total: int, seconds: float, minutes: float | None) -> float:
    """How much of the training is over, 0 to 1."""
    by_time = seconds / (minutes * 60) if minutes else 0.0
    return min(1.0, max(step / total, by_time))


def share(step: int, total: int, over: float) -> float:
    """The share of the peak learning rate. The rise counts steps, because minutes also pass while everything is made ready."""
    rise = min(WARM_UP, math.ceil(total / 10))
    return min(1.0, (step + 1) / rise) * (1.0 - over)
