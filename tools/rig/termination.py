"""The end of a program that has started others: they must end with it, however it ends."""

import signal


def end_in_order() -> None:
    """Let SIGTERM end the program as an interrupt does, which asyncio turns into an orderly end. A shell that starts
    something in the background lets it ignore interrupts; this does not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda number, frame: signal.raise_signal(signal.SIGINT))
