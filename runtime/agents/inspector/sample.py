"""The inspector's samples: one image each; the truth is not in them."""

from runtime.contracts.sample import Sample

AGENT = "inspector"
MODALITY = "XR"


class CastingSample(Sample):
    """One X-ray image. `image` is `casting:<number>` (drawn on demand) or a path; `mask` the path of its label image.

    A mask is non-zero where a void is. Nothing of it is read before an episode has ended.
    """

    mask: str = ""
