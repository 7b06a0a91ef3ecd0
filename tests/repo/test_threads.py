"""A thread that a test leaves at work is seen, and one that waits is not."""

import threading

from tests.threads import at_work


def test_a_thread_at_work_is_seen_and_one_that_waits_is_not():
    over = threading.Event()

    def work() -> None:
        while not over.is_set():
            pass

    waiting = threading.Thread(target=over.wait, name="waits")
    working = threading.Thread(target=work, name="works")
    waiting.start()
    working.start()
    try:
        seen = [at_work() for _ in range(10)]
    finally:
        over.set()
        waiting.join()
        working.join()
    assert ["works"] in seen
    assert not any("waits" in names for names in seen)
    assert at_work() == []
