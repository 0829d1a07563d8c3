"""From a torch module to an ONNX file that gives the same numbers. Imported only while building."""

import logging
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from runtime.contracts.errors import RuntimeFault

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]

OPSET = 17
# Largest difference that is only rounding, as a share of the largest value.
MAX_RELATIVE_DIFFERENCE = 1e-3
SEED = 20240501


def make_module(parts: Mapping[str, object], forward: Callable[..., object]) -> object:
    """Return a torch module in evaluation mode with `parts` as its attributes and `forward(module, *inputs)`."""
    import torch

    made = type("Exported", (torch.nn.Module,), {"forward": forward})()
    for name, part in parts.items():
        setattr(made, name, part)
    return made.eval()


def export_onnx(
    module: object, feeds: Mapping[str, "Floats"], outputs: Sequence[str], path: Path, *, is_batched: bool = False
) -> float:
    """Write `module` as ONNX to `path` and return the largest difference from torch for `feeds`, as a share.

    `feeds` are the inputs by name, in order. `is_batched`: the first axis of inputs and outputs may have any length.
    Raises: RuntimeFault when the file gives other numbers than the module.
    """
    import numpy as np
    import torch

    inputs = tuple(torch.from_numpy(value) for value in feeds.values())
    axes = {name: {0: "n"} for name in (*feeds, *outputs)} if is_batched else None
    with torch.no_grad(), quiet_libraries():
        torch.onnx.export(
            module,  # type: ignore[arg-type,unused-ignore]
            inputs,
            str(path),
            input_names=list(feeds),
            output_names=list(outputs),
            opset_version=OPSET,
            dynamic_axes=axes,
            dynamo=False,
        )
        # Exporting puts a module back into training mode.
        expected = module.eval()(*inputs)  # type: ignore[attr-defined]
    first = expected[0] if isinstance(expected, tuple) else expected
    wanted = np.asarray(first.numpy(), np.float32)
    found = run_onnx(path, feeds)
    difference = float(np.abs(found - wanted).max() / max(float(np.abs(wanted).max()), 1e-12))
    if not difference <= MAX_RELATIVE_DIFFERENCE:
        raise RuntimeFault(f"{path.name}: the ONNX file differs from its source by {difference:.2g}; check versions")
    return difference


def run_onnx(path: Path, feeds: Mapping[str, "Floats"]) -> "Floats":
    """Return the file's first output for `feeds`."""
    import numpy as np
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, dict(feeds))[0], np.float32)


def quantize(source: Path, target: Path) -> None:
    """Write `source` with its matrix products in 8 bits: signed, one scale a channel; convolutions stay as they are.

    Unsigned weights, one scale a matrix and 8-bit convolutions were tried: smaller, slower and with other masks.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic

    with quiet_libraries():
        quantize_dynamic(
            str(source),
            str(target),
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["MatMul", "Gemm"],
            per_channel=True,
        )


@contextmanager
def quiet_libraries() -> Iterator[None]:
    """Without the hundreds of lines that exporters write about every tensor."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
