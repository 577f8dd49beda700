"""Batches are made while the device computes the ones before."""

import threading
from collections.abc import Iterator
from queue import Queue


def ahead(items: Iterator, room: int = 4) -> Iterator:
    """The same items, made by a thread of their own a little before they are wanted."""
    queue: Queue = Queue(room)
    end = object()

    def fill() -> None:
        try:
            for item in items:
                queue.put(item)
            queue.put(end)
        except Exception as error:  # Raised again by whoever waits for the item.
            queue.put(error)

    threading.Thread(target=fill, daemon=True).start()
    while (item := queue.get()) is not end:
        if isinstance(item, Exception):
            raise item
        yield item
