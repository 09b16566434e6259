import { useLingui } from "@lingui/react";
import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { ConversationList } from "@/features/messages/conversations/conversation-list";
import { useDeal } from "@/features/messages/deal/use-deal";
import { OutboxSender } from "@/features/messages/sending/outbox-sender";
import { Thread } from "@/features/messages/thread/thread";
import { ProductPanel } from "@/features/messages/thread/thread-product";
import { useLiveThread } from "@/features/messages/thread/use-live-thread";
import { useTalkedAbout } from "@/features/messages/thread/use-talked-about";
import { usePageTitle } from "@/lib/page/page-title";
import { chosenConversation, forgetChosenConversation } from "@/shared/conversations/contact";
import { useCurrentUser } from "@/shared/session/session";
import { EmptyState } from "@/ui/empty-state";

export function MessagesPage() {
  const { user } = useCurrentUser();
  return user && <Messages ownerId={user.id} />;
}

function Messages({ ownerId }: { ownerId: number }) {
  const { i18n } = useLingui();
  const [params] = useSearchParams();
  const [chosen, setChosen] = useState(chosenConversation);
  const named = Number(params.get("with")) || null;
  const userId = named ?? chosen?.userId ?? null;
  usePageTitle(i18n.t("Messages"));
  useLiveThread(ownerId, userId);
  const forget = useCallback(() => {
    forgetChosenConversation();
    setChosen(null);
  }, []);
  const isOfAnother = named !== null && chosen !== null && chosen.userId !== named;
  useEffect(() => {
    if (isOfAnother) forget();
  }, [isOfAnother, forget]);
  useEffect(() => forgetChosenConversation, []);
  return (
    <div className="grid h-[calc(100dvh-56px)] overflow-hidden border-b border-line max-md:pb-14 md:h-[calc(100dvh-72px)] md:grid-cols-[340px_1fr] lg:grid-cols-[340px_1fr_316px]">
      <OutboxSender ownerId={ownerId} />
      <ConversationList ownerId={ownerId} openId={userId} />
      {userId ? (
        <>
          <Thread
            key={userId}
            ownerId={ownerId}
            userId={userId}
            chosen={isOfAnother ? null : chosen}
            place={Number(params.get("at")) || null}
            onLeave={forget}
          />
          <Beside userId={userId} productId={isOfAnother ? undefined : chosen?.productId} />
        </>
      ) : (
        <div className="grid place-content-center px-8 max-md:hidden lg:col-span-2">
          <EmptyState drawing="label" title={i18n.t("Choose a conversation")}>
            {i18n.t("What you and the other person write appears here.")}
          </EmptyState>
        </div>
      )}
    </div>
  );
}

function Beside({ userId, productId }: { userId: number; productId: number | undefined }) {
  const product = useTalkedAbout(userId, productId);
  return <ProductPanel product={product} deal={useDeal(userId, product?.id)} />;
}
