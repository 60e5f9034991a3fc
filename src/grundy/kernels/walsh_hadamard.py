"""The Walsh-Hadamard transform, which finds the mask of a sparse space; plain numpy, so that it loads no compiler."""

import numpy as np
from numpy.typing import NDArray


def walsh_hadamard(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The transform of each row: entry m is the sum over v of c(v), negated where v & m has an odd number of bits."""
    step, shape = 1, counts.shape
    while step < shape[-1]:
        pairs = counts.reshape(*shape[:-1], -1, 2, step)
        even, odd = pairs[..., 0, :], pairs[..., 1, :]
        counts = np.stack([even + odd, even - odd], axis=-2).reshape(shape)
        step *= 2
    return counts
