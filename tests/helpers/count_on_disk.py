"""The command line with a layer saved at every step, killed as `kill -9` does it after so many seconds (0: never).

`python -m tests.helpers.count_on_disk SECONDS BYTES WORD...`; with BYTES (0: any number) no file may become larger.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import threading

from tilewright.cli.main import main
from tilewright.exact_cover import frontier_count

if __name__ == "__main__":
    seconds, size = float(sys.argv[1]), int(sys.argv[2])
    frontier_count.CHECKPOINT_SECONDS = 0.0
    if size:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    if seconds:
        timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGKILL))
        timer.daemon = True
        timer.start()
    sys.argv[1:] = sys.argv[3:]
    main()
