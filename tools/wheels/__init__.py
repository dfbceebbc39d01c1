"""Building wheels for several systems on one machine; `tools/build_wheels.py` is the command."""
