"""A rule as wide as the terminal, in raw mode; q ends it."""

import os
import signal
import sys
import termios
import tty


def draw(*_):
    cols = os.get_terminal_size().columns
    sys.stdout.write(f"\r\x1b[2J\x1b[H{'=' * (cols - 1)}\r\n{cols} columns")
    sys.stdout.flush()


found = termios.tcgetattr(0)
tty.setraw(0)
try:
    signal.signal(signal.SIGWINCH, draw)
    draw()
    while os.read(0, 1) != b"q":
        pass
finally:
    termios.tcsetattr(0, termios.TCSADRAIN, found)
    print("\r")
