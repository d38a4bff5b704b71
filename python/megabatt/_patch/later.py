"""Calls of a patch that wait to run together, and their futures.

The futures are those of ``concurrent.futures``, so ``wait``, ``as_completed`` and ``asyncio.wrap_future`` take them. None of these
asks a future for its result before it is done, so calls do not wait for somebody to ask for ever: a thread that lives as long as
calls wait runs those that have waited for `PATIENCE`.
"""

import contextlib
import sys
import threading
import time
from concurrent.futures import Future
from typing import Any, Callable, List, NamedTuple, Optional, Tuple

from .._native import attempt_many
from .recognise import Known

#: Seconds after which calls run though they are few and nobody has asked.
PATIENCE = 0.1


class Later(Future):  # type: ignore[type-arg]
    """A result that makes its batch run when somebody asks for it."""

    def __init__(self, queue: "Queue") -> None:
        super().__init__()
        self._queue = queue
        self._taken = False
        self._held_back = False

    def take(self) -> bool:
        """Whether the call is to be made: nobody has cancelled it. From now on nobody can. May be asked again."""
        self._taken = self._taken or self.set_running_or_notify_cancel()
        return self._taken

    def answer(self, function: Callable[..., Any], args: Tuple[Any, ...]) -> None:
        """Lets Python answer. Ctrl-C is an interrupt of whoever asks, and comes to the main thread alone; on another one it is what
        the function raises itself."""
        try:
            value = function(*args)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
                raise
            self.set_exception(error)
        else:
            self.set_result(value)

    def hold_back(self) -> None:
        """Lets callbacks wait for `call_back`."""
        self._held_back = True

    def call_back(self) -> None:
        """Runs the callbacks, if there is an answer."""
        self._held_back = False
        if self.done():
            self._invoke_callbacks()

    def _invoke_callbacks(self) -> None:
        # Of `Future`, which calls it as soon as there is an answer; there is no public way to have callbacks run later.
        if not self._held_back:
            super()._invoke_callbacks()  # type: ignore[misc]

    def result(self, timeout: Optional[float] = None) -> Any:
        if not self.done():
            self._queue.flush()
        return super().result(timeout)

    def exception(self, timeout: Optional[float] = None) -> Optional[BaseException]:
        if not self.done():
            self._queue.flush()
        return super().exception(timeout)


class Call(NamedTuple):
    """A call that waits."""

    later: Later
    program: Known
    #: What Python runs.
    original: Callable[..., Any]
    args: Tuple[Any, ...]


class Queue:
    """The calls that wait. `told` hears of every call whether the engine answered it."""

    def __init__(self, threshold: int, told: Callable[[str, bool], None]) -> None:
        self._threshold = threshold
        self._told = told
        self._lock = threading.Lock()
        self._waiting: List[Call] = []
        #: Since when the first of them has waited.
        self._since = 0.0
        self._watch: Optional[threading.Thread] = None
        self._wake = threading.Event()

    def add(self, call: Call) -> None:
        self._put([call])
        if len(self._waiting) >= self._threshold:
            self.flush()

    def flush(self) -> None:
        """Runs the calls that wait. If it is interrupted, those without an answer wait again."""
        taken: List[Call] = []
        try:
            with self._lock:
                taken, self._waiting = self._waiting, []
            self._run([call for call in taken if call.later.take()])
        except BaseException:
            self._put([call for call in taken if not call.later.done()])
            raise

    def close(self) -> None:
        """Runs the calls that wait, and waits for those that the other thread runs."""
        self.flush()
        watch = self._watch
        if watch is not None and watch is not threading.current_thread():
            self._wake.set()
            watch.join()

    def _run(self, calls: List[Call]) -> None:
        """Answers calls, and then runs their callbacks: one of them may wait for another call's answer."""
        with contextlib.ExitStack() as afterwards:
            # The last one that is put there is the first one that runs; an interrupt in one does not keep others from running.
            for call in reversed(calls):
                call.later.hold_back()
                afterwards.callback(call.later.call_back)
            self._answer(calls)

    def _answer(self, calls: List[Call]) -> None:
        try:
            native = [call for call in calls if call.program.holds()]
            answers = attempt_many([(call.program.traced, call.args) for call in native])
        except Exception as error:
            for call in calls:
                call.later.set_exception(error)
            return
        found = dict(zip(map(id, native), answers))
        for call in calls:
            answer = found.get(id(call), NotImplemented)
            self._told(call.program.name, answer is not NotImplemented)
            if answer is NotImplemented:
                call.later.answer(call.original, call.args)
            elif isinstance(answer, BaseException):
                call.later.set_exception(answer)
            else:
                call.later.set_result(answer)

    def _put(self, calls: List[Call]) -> None:
        """Lets calls wait, and sees to it that somebody looks after them."""
        if not calls:
            return
        with self._lock:
            if not self._waiting:
                self._since = time.monotonic()
            self._waiting.extend(calls)
            if self._watch is None or not self._watch.is_alive():
                self._wake.clear()
                watch = threading.Thread(target=self._look_after, name="megabatt calls that wait")
                # Without it they run when somebody asks.
                with contextlib.suppress(RuntimeError):
                    watch.start()
                    self._watch = watch

    def _look_after(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._watch = None
                    return
                left = self._since + PATIENCE - time.monotonic()
            if left <= 0:
                try:
                    self.flush()
                except BaseException:
                    # A callback's, such as the KeyboardInterrupt of a call. It is told as if the thread ended; calls still wait.
                    threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))
            else:
                self._wake.wait(left)
                self._wake.clear()
