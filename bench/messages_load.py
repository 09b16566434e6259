"""Pairs of people who write over Socket.IO. At a fixed rate, a wait counts from the moment the message was
due."""

import asyncio
import itertools
import json
import sys
import time
from typing import Any

import aiohttp

SETTLE_SECONDS = 1.0
PATIENCE_SECONDS = 20.0


class Course:
    """When each message was due, acknowledged and shown."""

    def __init__(self) -> None:
        self.due: dict[str, float] = {}
        self.answered: dict[str, float] = {}
        self.shown: dict[str, float] = {}
        self.doubled = 0
        # Contents in the order shown, by receiver.
        self.order: dict[int, list[tuple[int, int]]] = {}


class Person:
    def __init__(self, course: Course, user_id: int, token: str, other_id: int) -> None:
        self._course, self.user_id, self._token, self.other_id = course, user_id, token, other_id
        self._numbers = itertools.count(1)
        self._answers: dict[str, asyncio.Future[None]] = {}

    async def connect(self, http: aiohttp.ClientSession, address: str, run: str) -> None:
        self._run = run
        self._ws = await http.ws_connect(f"{address}/ws/?EIO=4&transport=websocket", origin=address)
        await self._ws.receive_str(timeout=10)
        await self._ws.send_str("40" + json.dumps({"token": self._token}))
        while not (text := await self._ws.receive_str(timeout=10)).startswith("40"):
            assert not text.startswith("44"), text
        self._listening = asyncio.create_task(self._listen())

    async def send(self, due: float) -> None:
        number = next(self._numbers)
        client_id = f"{self._run}-{self.user_id}-{number}-of-this-run"
        self._course.due[client_id] = due
        answered = self._answers[str(number)] = asyncio.get_running_loop().create_future()
        form = {"receiverId": self.other_id, "content": client_id, "clientId": client_id}
        await self._ws.send_str(f'42{number}["send_message",{json.dumps(form)}]')
        async with asyncio.timeout(PATIENCE_SECONDS):
            await answered

    async def _listen(self) -> None:
        async for frame in self._ws:
            now, text = time.perf_counter(), str(frame.data)
            if text == "2":
                await self._ws.send_str("3")
            elif text.startswith("43"):
                number = text[2 : text.index("[")]
                (answer,) = json.loads(text[2 + len(number) :])
                assert "code" not in answer, text[:300]
                self._course.answered[answer["message"]["content"]] = now
                self._answers.pop(number).set_result(None)
            elif text.startswith('42["new_message"'):
                self._receive(json.loads(text[2:])[1]["message"]["content"], now)

    def _receive(self, content: str, now: float) -> None:
        if content not in self._course.due:
            return  # From an earlier run.
        self._course.doubled += content in self._course.shown
        self._course.shown.setdefault(content, now)
        _, sender, number = content.split("-")[:3]
        self._course.order.setdefault(self.user_id, []).append((int(sender), int(number)))

    async def leave(self) -> None:
        self._listening.cancel()
        await self._ws.close()


async def talk(task: dict[str, Any]) -> dict[str, Any]:
    course = Course()
    people = [
        Person(course, one, token, other)
        for (a, b), (token_a, token_b) in zip(task["pairs"], task["tokens"], strict=True)
        for one, token, other in ((a, token_a, b), (b, token_b, a))
    ]
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http:
        for person in people:
            await person.connect(http, task["address"], task["run"])
        await asyncio.sleep(SETTLE_SECONDS)
        began = time.perf_counter()
        if task["a_second"]:
            await _at_a_pace(people, began, task["a_second"], task["seconds"])
        else:
            await _back_to_back(people, began + task["seconds"])
        took = time.perf_counter() - began
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(course.shown) < len(course.answered):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        for person in people:
            await person.leave()
    return _figures(course, took)


async def _at_a_pace(people: list[Person], began: float, a_second: int, seconds: float) -> None:
    sending = []
    for n in range(int(a_second * seconds)):
        due = began + n / a_second
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        sending.append(asyncio.create_task(people[n % len(people)].send(due)))
    await asyncio.gather(*sending)


async def _back_to_back(people: list[Person], until: float) -> None:
    async def write(one: Person) -> None:
        while (now := time.perf_counter()) < until:
            await one.send(now)

    await asyncio.gather(*(write(person) for person in people))


def _figures(course: Course, took: float) -> dict[str, Any]:
    disordered = sum(
        second < first
        for order in course.order.values()
        for sender in {one for one, _ in order}
        for first, second in itertools.pairwise(number for one, number in order if one == sender)
    )
    figures = {
        "sent": len(course.due), "answered": len(course.answered), "shown": len(course.shown),
        "doubled": course.doubled, "out_of_order": disordered, "a_second": round(len(course.answered) / took, 1),
    }  # fmt: skip
    for name, ends in (("answer", course.answered), ("screen", course.shown)):
        waits = sorted((ends[end] - course.due[end]) * 1000 for end in ends)
        figures |= {f"{name}_p{p}_ms": round(waits[len(waits) * p // 100], 2) for p in (50, 99)}
    return figures


if __name__ == "__main__":
    print(json.dumps(asyncio.run(talk(json.loads(sys.argv[1])))))
