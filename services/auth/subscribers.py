"""Auth listens to its own revocations only (the kit does that); what others tell does not concern it yet."""

from libs.kit.subscribing import Subscriptions

subscriptions = Subscriptions()
