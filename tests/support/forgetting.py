from libs.contracts.event import ErasureAcknowledged
from libs.contracts.events import boost, catalog, messaging
from libs.kit.testing import Service
from libs.marketplace import erasure
from services.boost.privacy.service import erase_next_batch as boost_piece
from services.catalog.privacy.service import next_piece
from services.messaging.privacy.service import next_piece as messaging_piece

PIECES: dict[str, tuple[erasure.Piece, type[ErasureAcknowledged]]] = {
    "catalog": (next_piece, catalog.PersonForgotten),
    "messaging": (messaging_piece, messaging.PersonForgotten),
    "boost": (boost_piece, boost.PersonForgotten),
}


async def forget_next(service: Service) -> bool:
    piece, acknowledgement = PIECES[service.app.state.name]
    return await erasure.run_erasures(service.database, piece, acknowledgement)


async def finish_forgetting(service: Service) -> None:
    while await forget_next(service):
        pass
