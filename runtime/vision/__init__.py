"""Vision models that run from ONNX files: built once from published weights, kept in a cache, never downloaded here."""
