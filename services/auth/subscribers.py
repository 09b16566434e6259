from collections.abc import Sequence
from typing import get_args

from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events import admin, auction, boost, catalog, messaging, offers, protection, sales, trades
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_facts
from libs.marketplace import operator_settings
from services.auth.accounts import service as account_service
from services.auth.notifications import (
    auction_events,
    boost_events,
    case_events,
    message_events,
    money_events,
)
from services.auth.notifications import service as notice_service
from services.auth.privacy import erasure
from services.auth.staff import measures
from services.auth.webhooks import events as webhook_events

router = KafkaRouter(decoder=read_facts, ack_policy=AckPolicy.MANUAL)


products = router.subscriber("wangi.products")


lot_keepers = router.subscriber("wangi.products", batch=True)


auctions = router.subscriber("wangi.auctions")


bidders = router.subscriber("wangi.auctions", batch=True)


messages = router.subscriber("wangi.messages")


receivers = router.subscriber("wangi.messages", batch=True)


deals = router.subscriber("wangi.trades")


keepers = router.subscriber("wangi.trades", batch=True)


wallets = router.subscriber("wangi.boosts")


moderation = router.subscriber("wangi.moderation", "wangi.products", "wangi.messages", "wangi.trades")


receipts = router.subscriber(
    "wangi.products", "wangi.auctions", "wangi.messages", "wangi.boosts", "wangi.moderation"
)


@products(filter=carries(catalog.SavedSearchMatched))
async def notify_matches(fact: catalog.SavedSearchMatched, session: Session) -> None:
    await notice_service.notify_matches(session, fact)


@products(filter=carries(catalog.FavouritePriceDropped))
async def notify_price(fact: catalog.FavouritePriceDropped, session: Session) -> None:
    await notice_service.notify_price(session, fact)


@bidders(filter=carries(auction.BidderOutbid))
async def notify_outbid(facts: Sequence[auction.BidderOutbid], session: Session) -> None:
    await auction_events.notify_outbid(session, facts)


@bidders(filter=carries(auction.BidPlaced))
async def send_bids(facts: Sequence[auction.BidPlaced], session: Session) -> None:
    await webhook_events.write_bids(session, facts)


@bidders(filter=carries(auction.BidderReminded))
async def remind_bidders(facts: Sequence[auction.BidderReminded], session: Session) -> None:
    await auction_events.notify_ending(session, facts)


@lot_keepers(filter=carries(catalog.FavouriteEndingSoon))
async def remind_keepers(facts: Sequence[catalog.FavouriteEndingSoon], session: Session) -> None:
    await auction_events.notify_ending(session, facts)


@auctions(filter=carries(auction.AuctionOpened, auction.AuctionChanged))
async def keep_name(fact: auction.AuctionOpened | auction.AuctionChanged, session: Session) -> None:
    """Retain the title of an auctioned listing until the auction ends."""
    await auction_events.keep_name(session, fact, fact.ends_at)


@auctions(filter=carries(auction.AuctionWon))
async def notify_won(fact: auction.AuctionWon, session: Session) -> None:
    await auction_events.notify_won(session, fact)


@auctions(filter=carries(auction.AuctionEnded))
async def notify_unsold(fact: auction.AuctionEnded, session: Session) -> None:
    await auction_events.notify_unsold(session, fact)


@bidders(filter=carries(auction.BidderLost))
async def notify_lost(facts: Sequence[auction.BidderLost], session: Session) -> None:
    await webhook_events.write_messages(session, facts)
    await auction_events.notify_lost(session, facts)


@bidders(filter=carries(auction.BidderReleased))
async def notify_released(facts: Sequence[auction.BidderReleased], session: Session) -> None:
    await auction_events.notify_released(session, facts)


@auctions(filter=carries(auction.BidsVoided))
async def notify_voided(fact: auction.BidsVoided, session: Session) -> None:
    await auction_events.notify_voided(session, fact)


@auctions(filter=carries(sales.PaymentReminded))
async def notify_due(fact: sales.PaymentReminded, session: Session) -> None:
    await auction_events.notify_due(session, fact)


@auctions(filter=carries(sales.SecondChanceOffered))
async def notify_second_chance(fact: sales.SecondChanceOffered, session: Session) -> None:
    await auction_events.notify_second_chance(session, fact)


@auctions(filter=carries(sales.SecondChanceAnswered))
async def notify_answer(fact: sales.SecondChanceAnswered, session: Session) -> None:
    await auction_events.notify_answer(session, fact)


@auctions(filter=carries(sales.StrikeGiven, sales.StrikeReviewed))
async def notify_strike(fact: sales.StrikeGiven | sales.StrikeReviewed, session: Session) -> None:
    await auction_events.notify_strike(session, fact)


@products(filter=carries(catalog.ProductListed, catalog.ProductChanged))
async def keep_lot(fact: catalog.ProductListed | catalog.ProductChanged, session: Session) -> None:
    await auction_events.keep_lot(session, fact)


@products(filter=carries(catalog.ProductRemoved))
async def drop_lot(fact: catalog.ProductRemoved, session: Session) -> None:
    await auction_events.drop_lot(session, fact)


@receipts(filter=carries(*get_args(erasure.Forgotten)))
async def keep_receipt(fact: erasure.Forgotten, session: Session) -> None:
    await erasure.keep_receipt(session, fact.user_id, fact.producer, fact.forgotten_at)


@receivers(filter=carries(messaging.MessageSent))
async def notify_messages(facts: Sequence[messaging.MessageSent], session: Session) -> None:
    await message_events.notify_messages(session, facts)


@messages(filter=carries(messaging.MessagesRead))
async def keep_read(fact: messaging.MessagesRead, session: Session) -> None:
    await message_events.keep_read(session, fact)


@messages(filter=carries(messaging.MessagesUnread))
async def notify_unread(fact: messaging.MessagesUnread, session: Session) -> None:
    await message_events.notify_unread(session, fact)


@deals(filter=carries(trades.DealOpened))
async def notify_opened(fact: trades.DealOpened, session: Session) -> None:
    await message_events.notify_opened(session, fact)


@deals(filter=carries(trades.ActionConfirmed))
async def notify_paid(fact: trades.ActionConfirmed, session: Session) -> None:
    await message_events.notify_paid(session, fact)


@deals(filter=carries(trades.DealShipped))
async def notify_shipped(fact: trades.DealShipped, session: Session) -> None:
    await message_events.notify_shipped(session, fact)


@deals(filter=carries(trades.DealDelivered))
async def notify_delivered(fact: trades.DealDelivered, session: Session) -> None:
    await message_events.notify_delivered(session, fact)


@deals(filter=carries(trades.ReviewSubmitted))
async def notify_reviewed(fact: trades.ReviewSubmitted, session: Session) -> None:
    await message_events.notify_reviewed(session, fact)


@deals(filter=carries(trades.CancellationAsked))
async def notify_cancel_asked(fact: trades.CancellationAsked, session: Session) -> None:
    await message_events.notify_cancel_asked(session, fact)


@deals(filter=carries(trades.DealCancelled))
async def notify_cancelled(fact: trades.DealCancelled, session: Session) -> None:
    await message_events.notify_cancelled(session, fact)


@keepers(filter=carries(offers.FavouriteOffered))
async def notify_favourite_offers(facts: Sequence[offers.FavouriteOffered], session: Session) -> None:
    await message_events.notify_favourite_offers(session, facts)


@deals(filter=carries(trades.DealReminded))
async def notify_reminder(fact: trades.DealReminded, session: Session) -> None:
    await message_events.notify_reminder(session, fact)


@deals(filter=carries(trades.SellerVerified))
async def show_seal(fact: trades.SellerVerified, session: Session) -> None:
    if await account_service.keep_seal(session, fact.seller_id, fact.verified_at, is_verified=True):
        await message_events.notify_seal(session, fact)


@deals(filter=carries(trades.SellerGraceBegan))
async def notify_grace(fact: trades.SellerGraceBegan, session: Session) -> None:
    await message_events.notify_seal(session, fact)


@deals(filter=carries(trades.SellerVerificationLost))
async def hide_seal(fact: trades.SellerVerificationLost, session: Session) -> None:
    """Remove the verified badge and notify the seller."""
    if await account_service.keep_seal(session, fact.seller_id, fact.lost_at, is_verified=False):
        await message_events.notify_seal(session, fact)


@wallets(filter=carries(*get_args(boost_events.BoostFact)))
async def notify_boost(fact: boost_events.BoostFact, session: Session) -> None:
    """Notify a seller about their boost, and a payer how a mismatched payment was settled."""
    await boost_events.notify_owner(session, fact)


@wallets(filter=carries(boost.WalletCredited, boost.WalletDebited, newest_counts=True))
async def keep_balance(fact: boost.WalletCredited | boost.WalletDebited, session: Session) -> None:
    await account_service.keep_balance(session, fact)


@wallets(filter=carries(protection.FundsHeld))
async def notify_held(fact: protection.FundsHeld, session: Session) -> None:
    await money_events.notify_held(session, fact)


@wallets(filter=carries(*get_args(money_events.Dispute)))
async def dispute(fact: money_events.Dispute, session: Session) -> None:
    await money_events.notify_dispute(session, fact)


@wallets(filter=carries(*get_args(money_events.Ended)))
async def notify_payout(fact: money_events.Ended, session: Session) -> None:
    await money_events.notify_payout(session, fact)


@wallets(filter=carries(protection.PayoutAccountChanged))
async def notify_account(fact: protection.PayoutAccountChanged, session: Session) -> None:
    await money_events.notify_account(session, fact)


@moderation(filter=carries(admin.CaseDecided))
async def follow_case(fact: admin.CaseDecided, session: Session) -> None:
    await measures.carry_out_decision(session, fact)
    await case_events.notify_decided(session, fact)


@moderation(filter=carries(admin.MeasureAppealDecided))
async def follow_appeal(fact: admin.MeasureAppealDecided, session: Session) -> None:
    await measures.answer_appeal(session, fact)


@moderation(filter=carries(*get_args(case_events.Hit)))
async def notify_hit(fact: case_events.Hit, session: Session) -> None:
    await case_events.notify_hit(session, fact)


subscriptions = Subscriptions(router)


operator_settings.hear(subscriptions)


webhook_events.hear(subscriptions)
