"""Safetensors files and the names of element types, without JAX."""

import json

import numpy as np

# What a model's arguments and results may hold: numpy's name, and the name in a safetensors header.
DTYPES = {
    "bool": "BOOL", "int8": "I8", "int16": "I16", "int32": "I32", "int64": "I64",
    "uint8": "U8", "uint16": "U16", "uint32": "U32", "uint64": "U64",
    "float16": "F16", "bfloat16": "BF16", "float32": "F32", "float64": "F64",
}  # fmt: skip
_NAMES = {short: name for name, short in DTYPES.items()}


def dtype_of(name):
    """The numpy type of a name, of numpy or of safetensors; bfloat16 is ml_dtypes', which JAX brings along."""
    name = _NAMES.get(name, name)
    if name != "bfloat16":
        return np.dtype(name)
    import ml_dtypes

    return np.dtype(ml_dtypes.bfloat16)


def save_safetensors(path, tensors):
    """Writes a dict of name -> numpy array: length of the header, header (JSON), then the bytes of every tensor.

    The widest types stand first, so that each tensor is aligned in the file.
    """
    header, chunks, offset = {}, [], 0
    for name, array in sorted(tensors.items(), key=lambda item: -item[1].dtype.itemsize):
        chunks.append(array.tobytes())
        span = [offset, offset + array.nbytes]
        header[name] = {"dtype": DTYPES[array.dtype.name], "shape": list(array.shape), "data_offsets": span}
        offset += array.nbytes
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        file.writelines(chunks)
