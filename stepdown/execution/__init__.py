"""Compiled code and its calls: arguments, memory, machine code, the disk cache, export."""
