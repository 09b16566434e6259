/** Messages that wait for a connection: what sends them is fetched only where there are any. */
import { lazy, Suspense } from "react";
import { useWaiting } from "@/features/messages/device";
import { useCurrentUser } from "@/lib/session/session";

const Sender = lazy(async () => ({ default: (await import("@/features/messages/outbox-sender")).OutboxSender }));

export function Outbox() {
  const { user } = useCurrentUser();
  return user && <WaitingMessages ownerId={user.id} />;
}

function WaitingMessages({ ownerId }: { ownerId: number }) {
  if (!useWaiting(ownerId).some(({ refused }) => !refused)) return null;
  return (
    <Suspense fallback={null}>
      <Sender ownerId={ownerId} />
    </Suspense>
  );
}
