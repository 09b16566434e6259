"""What paying needs: the database, the provider and the tax."""

from dataclasses import dataclass

from libs.kit.db.database import Database
from libs.kit.process import clock
from services.boost.domain import payments as rules
from services.boost.domain.refusals import PaymentsUnavailable
from services.boost.providers.port import Bill, Provider
from services.boost.queries import payments as queries
from services.boost.service.settling import Tax


@dataclass(frozen=True)
class Setup:
    """What paying needs."""

    database: Database
    provider: Provider | None
    tax: Tax

    @property
    def till(self) -> Provider:
        """Return the provider; without one nothing can be paid."""
        if self.provider is None:
            raise PaymentsUnavailable
        return self.provider

    async def count_ask(self, most: int = rules.MOST_ASKS) -> None:
        """Count a question to the provider; raise where there were so many in the last minutes."""
        async with self.database.transaction() as session:
            now = await clock.now(session)
            if not await queries.may_ask(session, now, most, rules.ASKS_WITHIN):
                raise PaymentsUnavailable

    async def ask(self, bill_id: str) -> Bill | None:
        """Ask the provider about a bill, if it may be asked now."""
        provider = self.till
        await self.count_ask()
        return await provider.fetch(bill_id)
