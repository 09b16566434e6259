import asyncio

import structlog
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer
from aiokafka.errors import KafkaError

log = structlog.get_logger(__name__)

WORD_SECONDS, REST_SECONDS = 5.0, 2.0


async def stop_client(kafka: AIOKafkaConsumer | AIOKafkaProducer) -> None:
    """Stops the client without waiting for a broker that does not respond. An abandoned consumer would stay
    in its group and keep its partitions and sockets."""
    try:
        async with asyncio.timeout(WORD_SECONDS):
            await kafka.stop()
    except (KafkaError, OSError, TimeoutError) as silence:
        log.warning("the broker is left without a word", cause=repr(silence))
        await _break_off(kafka)
    except asyncio.CancelledError:
        await _break_off(kafka)
        raise


async def _break_off(kafka: AIOKafkaConsumer | AIOKafkaProducer) -> None:
    """Closes all tasks and connections without a request to the broker. Idempotent."""
    is_producer = isinstance(kafka, AIOKafkaProducer)
    parts = (kafka._sender,) if is_producer else (kafka._coordinator, kafka._fetcher)
    tasks = {task for part in parts if part is not None for task in _tasks_of(part)}
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=REST_SECONDS)
    try:
        async with asyncio.timeout(REST_SECONDS):
            await (kafka.client if is_producer else kafka._client).close()
    except (KafkaError, OSError, TimeoutError) as silence:
        log.warning("a connection to the broker stays open", cause=repr(silence))


def _tasks_of(part: object) -> list["asyncio.Task[object]"]:
    names = ("_coordination_task", "_heartbeat_task", "_commit_refresh_task", "_fetch_task", "_sender_task")
    tasks = [getattr(part, name, None) for name in names] + list(getattr(part, "_pending_tasks", ()))
    return [task for task in tasks if task is not None and not task.done()]
