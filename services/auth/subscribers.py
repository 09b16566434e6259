from collections.abc import Sequence
from typing import get_args

from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events import admin, auction, boost, catalog, messaging, offers, protection, sales, trades
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_events
from libs.marketplace import operator_settings
from services.auth.accounts import service as account_service
from services.auth.notifications import (
    auction_events,
    boost_events,
    case_events,
    message_events,
    money_events,
)
from services.auth.notifications import service as notification_service
from services.auth.privacy import erasure
from services.auth.staff import sanctions
from services.auth.webhooks import events as webhook_events

router = KafkaRouter(decoder=read_events, ack_policy=AckPolicy.MANUAL)


products = router.subscriber("wangi.products")


watched_listings = router.subscriber("wangi.products", batch=True)


auctions = router.subscriber("wangi.auctions")


bidders = router.subscriber("wangi.auctions", batch=True)


messages = router.subscriber("wangi.messages")


receivers = router.subscriber("wangi.messages", batch=True)


deals = router.subscriber("wangi.trades")


watchers = router.subscriber("wangi.trades", batch=True)


wallets = router.subscriber("wangi.boosts")


moderation = router.subscriber("wangi.moderation", "wangi.products", "wangi.messages", "wangi.trades")


acknowledgements = router.subscriber(
    "wangi.products", "wangi.auctions", "wangi.messages", "wangi.boosts", "wangi.moderation"
)


@products(filter=carries(catalog.SavedSearchMatched))
async def notify_matches(event: catalog.SavedSearchMatched, session: Session) -> None:
    await notification_service.notify_matches(session, event)


@products(filter=carries(catalog.FavouritePriceDropped))
async def notify_price(event: catalog.FavouritePriceDropped, session: Session) -> None:
    await notification_service.notify_price(session, event)


@bidders(filter=carries(auction.BidderOutbid))
async def notify_outbid(events: Sequence[auction.BidderOutbid], session: Session) -> None:
    await auction_events.notify_outbid(session, events)


@bidders(filter=carries(auction.BidPlaced))
async def send_bids(events: Sequence[auction.BidPlaced], session: Session) -> None:
    await webhook_events.write_bids(session, events)


@bidders(filter=carries(auction.BidderReminded))
async def remind_bidders(events: Sequence[auction.BidderReminded], session: Session) -> None:
    await auction_events.notify_ending(session, events)


@watched_listings(filter=carries(catalog.FavouriteEndingSoon))
async def remind_watchers(events: Sequence[catalog.FavouriteEndingSoon], session: Session) -> None:
    await auction_events.notify_ending(session, events)


@auctions(filter=carries(auction.AuctionOpened, auction.AuctionChanged))
async def keep_name(event: auction.AuctionOpened | auction.AuctionChanged, session: Session) -> None:
    await auction_events.keep_name(session, event, event.ends_at)


@auctions(filter=carries(auction.AuctionWon))
async def notify_won(event: auction.AuctionWon, session: Session) -> None:
    await auction_events.notify_won(session, event)


@auctions(filter=carries(auction.AuctionEnded))
async def notify_unsold(event: auction.AuctionEnded, session: Session) -> None:
    await auction_events.notify_unsold(session, event)


@bidders(filter=carries(auction.BidderLost))
async def notify_lost(events: Sequence[auction.BidderLost], session: Session) -> None:
    await webhook_events.write_messages(session, events)
    await auction_events.notify_lost(session, events)


@bidders(filter=carries(auction.BidderReleased))
async def notify_released(events: Sequence[auction.BidderReleased], session: Session) -> None:
    await auction_events.notify_released(session, events)


@auctions(filter=carries(auction.BidsVoided))
async def notify_voided(event: auction.BidsVoided, session: Session) -> None:
    await auction_events.notify_voided(session, event)


@auctions(filter=carries(sales.PaymentReminded))
async def notify_due(event: sales.PaymentReminded, session: Session) -> None:
    await auction_events.notify_due(session, event)


@auctions(filter=carries(sales.SecondChanceOffered))
async def notify_second_chance(event: sales.SecondChanceOffered, session: Session) -> None:
    await auction_events.notify_second_chance(session, event)


@auctions(filter=carries(sales.SecondChanceAnswered))
async def notify_answer(event: sales.SecondChanceAnswered, session: Session) -> None:
    await auction_events.notify_answer(session, event)


@auctions(filter=carries(sales.StrikeGiven, sales.StrikeReviewed))
async def notify_strike(event: sales.StrikeGiven | sales.StrikeReviewed, session: Session) -> None:
    await auction_events.notify_strike(session, event)


@products(filter=carries(catalog.ProductListed, catalog.ProductChanged))
async def save_listing_title(event: catalog.ProductListed | catalog.ProductChanged, session: Session) -> None:
    await auction_events.save_listing_title(session, event)


@products(filter=carries(catalog.ProductRemoved))
async def delete_listing_title(event: catalog.ProductRemoved, session: Session) -> None:
    await auction_events.delete_listing_title(session, event)


@acknowledgements(filter=carries(*get_args(erasure.Forgotten)))
async def store_acknowledgement(event: erasure.Forgotten, session: Session) -> None:
    await erasure.store_acknowledgement(session, event.user_id, event.producer, event.forgotten_at)


@receivers(filter=carries(messaging.MessageSent))
async def notify_messages(events: Sequence[messaging.MessageSent], session: Session) -> None:
    await message_events.notify_messages(session, events)


@messages(filter=carries(messaging.MessagesRead))
async def keep_read(event: messaging.MessagesRead, session: Session) -> None:
    await message_events.keep_read(session, event)


@messages(filter=carries(messaging.MessagesUnread))
async def notify_unread(event: messaging.MessagesUnread, session: Session) -> None:
    await message_events.notify_unread(session, event)


@deals(filter=carries(trades.DealOpened))
async def notify_opened(event: trades.DealOpened, session: Session) -> None:
    await message_events.notify_opened(session, event)


@deals(filter=carries(trades.ActionConfirmed))
async def notify_paid(event: trades.ActionConfirmed, session: Session) -> None:
    await message_events.notify_paid(session, event)


@deals(filter=carries(trades.DealShipped))
async def notify_shipped(event: trades.DealShipped, session: Session) -> None:
    await message_events.notify_shipped(session, event)


@deals(filter=carries(trades.DealDelivered))
async def notify_delivered(event: trades.DealDelivered, session: Session) -> None:
    await message_events.notify_delivered(session, event)


@deals(filter=carries(trades.ReviewSubmitted))
async def notify_reviewed(event: trades.ReviewSubmitted, session: Session) -> None:
    await message_events.notify_reviewed(session, event)


@deals(filter=carries(trades.CancellationAsked))
async def notify_cancel_asked(event: trades.CancellationAsked, session: Session) -> None:
    await message_events.notify_cancel_asked(session, event)


@deals(filter=carries(trades.DealCancelled))
async def notify_cancelled(event: trades.DealCancelled, session: Session) -> None:
    await message_events.notify_cancelled(session, event)


@watchers(filter=carries(offers.FavouriteOffered))
async def notify_favourite_offers(events: Sequence[offers.FavouriteOffered], session: Session) -> None:
    await message_events.notify_favourite_offers(session, events)


@deals(filter=carries(trades.DealReminded))
async def notify_reminder(event: trades.DealReminded, session: Session) -> None:
    await message_events.notify_reminder(session, event)


@deals(filter=carries(trades.SellerVerified))
async def store_badge(event: trades.SellerVerified, session: Session) -> None:
    if await account_service.set_verified(session, event.seller_id, event.verified_at, is_verified=True):
        await message_events.notify_badge(session, event)


@deals(filter=carries(trades.SellerGraceBegan))
async def notify_grace(event: trades.SellerGraceBegan, session: Session) -> None:
    await message_events.notify_badge(session, event)


@deals(filter=carries(trades.SellerVerificationLost))
async def remove_badge(event: trades.SellerVerificationLost, session: Session) -> None:
    if await account_service.set_verified(session, event.seller_id, event.lost_at, is_verified=False):
        await message_events.notify_badge(session, event)


@wallets(filter=carries(*get_args(boost_events.BoostEvent)))
async def notify_boost(event: boost_events.BoostEvent, session: Session) -> None:
    await boost_events.notify_owner(session, event)


@wallets(filter=carries(boost.WalletCredited, boost.WalletDebited, newest_counts=True))
async def keep_balance(event: boost.WalletCredited | boost.WalletDebited, session: Session) -> None:
    await account_service.keep_balance(session, event)


@wallets(filter=carries(protection.FundsHeld))
async def notify_held(event: protection.FundsHeld, session: Session) -> None:
    await money_events.notify_held(session, event)


@wallets(filter=carries(*get_args(money_events.Dispute)))
async def dispute(event: money_events.Dispute, session: Session) -> None:
    await money_events.notify_dispute(session, event)


@wallets(filter=carries(*get_args(money_events.Ended)))
async def notify_payout(event: money_events.Ended, session: Session) -> None:
    await money_events.notify_payout(session, event)


@wallets(filter=carries(protection.PayoutAccountChanged))
async def notify_account(event: protection.PayoutAccountChanged, session: Session) -> None:
    await money_events.notify_account(session, event)


@moderation(filter=carries(admin.CaseDecided))
async def follow_case(event: admin.CaseDecided, session: Session) -> None:
    await sanctions.carry_out_decision(session, event)
    await case_events.notify_decided(session, event)


@moderation(filter=carries(admin.SanctionAppealDecided))
async def follow_appeal(event: admin.SanctionAppealDecided, session: Session) -> None:
    await sanctions.answer_appeal(session, event)


@moderation(filter=carries(*get_args(case_events.Hit)))
async def notify_hit(event: case_events.Hit, session: Session) -> None:
    await case_events.notify_hit(session, event)


subscriptions = Subscriptions(router)


operator_settings.subscribe(subscriptions)


webhook_events.subscribe(subscriptions)
