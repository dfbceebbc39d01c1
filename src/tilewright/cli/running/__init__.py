"""What the commands of `run` share: the worker pool and the report of how a run stands."""
