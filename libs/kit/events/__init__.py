"""Outbox, relay, consumer and inbox: the way of events from one service to the others."""
