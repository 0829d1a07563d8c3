"""Tiny ONNX graphs written byte by byte, in place of the real models: the same inputs and outputs, rules one can see.

The encoder averages the channels, the decoder's logits are that minus one half (so what is bright is the structure),
the embedder averages 28 x 28 tiles. Field numbers: onnx.proto3 of ONNX 1.14.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from runtime.vision.model_cache import write_manifest
from runtime.vision.model_table import DECODER, EMBEDDER, ENCODER, MODELS

_FLOAT, _INT64 = 1, 7


def put_models(folder: Path, *names: str) -> Path:
    """Put tiny stand-ins for the named models (all when none is named) into `folder` as if built; return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    makers = {ENCODER: encoder, DECODER: decoder, EMBEDDER: embedder}
    for name in names or tuple(makers):
        put_model(folder, name, makers[name]())
    return folder


def put_model(folder: Path, name: str, data: bytes) -> Path:
    """Put `data` into the cache as the built model called `name`, with its manifest, and return its path."""
    path = folder / MODELS[name].file_name
    path.write_bytes(data)
    write_manifest(path, MODELS[name], {})
    return path


def encoder() -> bytes:
    """Return image 1x3x256x256 -> embedding 1x1x256x256, the mean of the channels."""
    mean = _node("ReduceMean", ["image"], ["embedding"], {"axes": [1]})
    return _model([mean], {"image": [1, 3, 256, 256]}, {"embedding": [1, 1, 256, 256]})


def decoder() -> bytes:
    """Return embedding, box 1x4 -> logits (embedding - 0.5), predicted_iou 1x1 (0.75)."""
    nodes = [
        _node("Sub", ["embedding", "half"], ["logits"]),
        _node("ReduceMean", ["box"], ["mean"], {"axes": [1]}),
        _node("Sub", ["mean", "mean"], ["zero"]),
        _node("Add", ["zero", "guess"], ["predicted_iou"]),
    ]
    constants = {"half": np.array([0.5], np.float32), "guess": np.array([0.75], np.float32)}
    inputs = {"embedding": [1, 1, 256, 256], "box": [1, 4]}
    return _model(nodes, inputs, {"logits": [1, 1, 256, 256], "predicted_iou": [1, 1]}, constants)


def embedder() -> bytes:
    """Return images n x 3 x 224 x 224 -> vectors n x 1280: 3 x 8 x 8 tile means, then zeros."""
    nodes = [
        _node("AveragePool", ["images"], ["tiles"], {"kernel_shape": [28, 28], "strides": [28, 28]}),
        _node("Flatten", ["tiles"], ["flat"]),
        _node("MatMul", ["flat", "widen"], ["vectors"]),
    ]
    constants = {"widen": np.eye(192, 1280, dtype=np.float32)}
    return _model(nodes, {"images": ["n", 3, 224, 224]}, {"vectors": ["n", 1280]}, constants)


def _model(
    nodes: list[bytes],
    inputs: Mapping[str, Sequence[int | str]],
    outputs: Mapping[str, Sequence[int | str]],
    constants: Mapping[str, "np.ndarray[tuple[int, ...], np.dtype[np.float32]]"] | None = None,
) -> bytes:
    graph = b"".join(_part(1, node) for node in nodes) + _part(2, b"tiny")
    for name, values in (constants or {}).items():
        dims = b"".join(_number(1, size) for size in values.shape)
        graph += _part(5, dims + _number(2, _FLOAT) + _part(8, name.encode()) + _part(9, values.tobytes()))
    graph += b"".join(_part(11, _value(name, shape)) for name, shape in inputs.items())
    graph += b"".join(_part(12, _value(name, shape)) for name, shape in outputs.items())
    return _number(1, 8) + _part(7, graph) + _part(8, _part(1, b"") + _number(2, 13))


def _node(kind: str, inputs: list[str], outputs: list[str], attributes: Mapping[str, list[int]] | None = None) -> bytes:
    data = b"".join(_part(1, name.encode()) for name in inputs) + b"".join(_part(2, name.encode()) for name in outputs)
    for name, values in (attributes or {}).items():
        numbers = b"".join(_number(8, value) for value in values)
        data += _part(5, _part(1, name.encode()) + numbers + _number(20, _INT64))
    return data + _part(4, kind.encode())


def _value(name: str, shape: Sequence[int | str]) -> bytes:
    dims = b"".join(_part(1, _number(1, size) if isinstance(size, int) else _part(2, size.encode())) for size in shape)
    tensor = _number(1, _FLOAT) + _part(2, dims)
    return _part(1, name.encode()) + _part(2, _part(1, tensor))


def _part(field: int, data: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])
