import { lazy, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "@/shared/navigation/paths";
import { MESSAGES_ON_DEVICE, useCurrentUser } from "@/shared/session/session";

const Sender = lazy(async () => ({
  default: (await import("@/features/messages/sending/outbox-sender")).OutboxSender,
}));

export function Outbox() {
  const { user } = useCurrentUser();
  const { pathname } = useLocation();
  if (!user || pathname === paths.messages || !mayWait()) return null;
  return (
    <Suspense fallback={null}>
      <Sender ownerId={user.id} />
    </Suspense>
  );
}

const mayWait = () => localStorage.getItem(MESSAGES_ON_DEVICE)?.includes('"clientId"') ?? false;
