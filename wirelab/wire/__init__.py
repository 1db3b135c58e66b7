"""Bytes to frames and back, with no I/O: decoders are fed, encoders return bytes."""
