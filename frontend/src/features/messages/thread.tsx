/** One conversation: who it is with, what was written, and the place to write. */
import { useLingui } from "@lingui/react";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Conversation as Chosen } from "@/lib/bottle/contact";
import { useCurrentUser } from "@/lib/session/session";
import { nameOf } from "@/lib/words/names";
import { Button } from "@/ui/button";
import { ErrorState } from "@/ui/error-state";
import { conversationQuery, conversationsKey, type Message, markRead, setBlocked, threadQuery } from "./api";
import { Composer } from "./composer";
import { ChooseListing } from "./deal/choose-listing";
import { useWaiting } from "./device";
import { LostConnection } from "./lost-connection";
import { MessageLog } from "./message-log";
import { ReportDialog } from "./report-dialog";
import { catchUp, messagesOf } from "./thread-cache";
import { ThreadHead } from "./thread-head";
import { ThreadProduct } from "./thread-product";
import { viewTrouble } from "./troubles";
import { TypingLine } from "./typing-line";
import { UploadRow } from "./upload-row";
import { useDeal } from "./use-deal";
import { useDroppedFiles } from "./use-dropped-files";
import { useSending } from "./use-sending";
import { useTalkedAbout } from "./use-talked-about";
import { useUploads } from "./use-uploads";

interface Props {
  ownerId: number;
  userId: number;
  /** What the person came with: whom to write to, about which listing. */
  chosen: Chosen | null;
  /** Back to the list. */
  onLeave: () => void;
}

export function Thread({ ownerId, userId, chosen, onLeave }: Props) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const conversation = useQuery(conversationQuery(userId));
  const thread = useInfiniteQuery(threadQuery(userId));
  const waiting = useWaiting(ownerId).filter(({ receiverId }) => receiverId === userId);
  const { send, retry } = useSending(ownerId);
  const { uploads, sendFiles, cancel, sendAgain } = useUploads(userId);
  const [quoted, setQuoted] = useState<Message | null>(null);
  const [reported, setReported] = useState<Message | "person" | null>(null);
  const [offering, setOffering] = useState(false);
  const { user } = useCurrentUser();
  const known = conversation.data;
  const unread = known?.unreadCount ?? 0;
  const messages = useMemo(() => messagesOf(thread.data), [thread.data]);
  const product = useTalkedAbout(userId, chosen?.productId);
  const deal = useDeal(userId, product?.id);
  useEffect(() => {
    if (unread === 0) return;
    const look = () => {
      if (document.hidden) return;
      markRead(userId)
        .then(() => client.invalidateQueries({ queryKey: ["messages", "unread-count"] }))
        .then(() => client.invalidateQueries({ queryKey: conversationsKey }))
        .catch(() => undefined);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [unread, userId, client]);

  const person = known?.user ?? {
    id: userId,
    username: chosen?.username ?? "",
    profileImage: chosen?.profileImage ?? null,
    isDeleted: false,
    isVerified: false,
  };
  const username = nameOf(person.username, person.isDeleted);
  // Until it is known whether they have written before, there is nothing to call it.
  const name = username || (known === null ? i18n.t("New conversation") : "");
  const hasFailed = thread.isError && messages.length === 0;
  const productId = chosen?.productId;
  const isNew = !messages.some((one) => one.productId === productId);
  const write = (content: string) => {
    const sent = send({
      receiverId: userId,
      content,
      ...(productId && isNew && { productId }),
      ...(quoted && { replyToId: quoted.id }),
    });
    if (sent) setQuoted(null);
    return sent;
  };
  const attach = (files: File[]) => sendFiles(files, isNew ? productId : undefined);
  const unblock = async () => {
    await setBlocked(userId, false);
    await client.invalidateQueries({ queryKey: conversationsKey });
  };
  const drop = useDroppedFiles(known?.isBlocked || person.isDeleted ? null : attach);
  return (
    <section
      {...drop}
      aria-label={name ? i18n.t("Conversation with {name}", { name }) : i18n.t("Conversation")}
      data-page-bar=""
      className="flex min-h-0 min-w-0 flex-col bg-paper max-md:fixed max-md:inset-0 max-md:z-50"
    >
      <ThreadHead
        person={person}
        name={name}
        conversation={known ?? null}
        onLeave={onLeave}
        onReport={() => setReported("person")}
      />
      <ThreadProduct product={product} deal={deal} className="border-b border-line lg:hidden" />
      <LostConnection />
      {hasFailed ? (
        <ErrorState
          {...viewTrouble(thread.error, i18n.t("Error Loading Conversation"))}
          onRetry={() => void Promise.all([thread.refetch(), conversation.refetch()])}
          className="flex-1 px-5"
        />
      ) : (
        <MessageLog
          ownerId={ownerId}
          messages={messages}
          waiting={waiting}
          isPending={thread.isPending}
          isStranger={known?.isStranger ?? false}
          hasEarlier={thread.hasNextPage}
          onEarlier={() => void (thread.isFetchingNextPage || thread.fetchNextPage())}
          onQuote={setQuoted}
          onReport={setReported}
          onAgain={retry}
        >
          {uploads.map((upload) => (
            <UploadRow key={upload.clientId} upload={upload} onCancel={cancel} onAgain={sendAgain} />
          ))}
        </MessageLog>
      )}
      {hasFailed ? null : person.isDeleted ? (
        <p className="border-t border-line p-4 text-ink-2">{i18n.t("This person has left Wangi.")}</p>
      ) : known?.isBlocked ? (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-4">
          <p className="text-ink-2">{i18n.t("You have blocked this person.")}</p>
          <Button tone="line" onClick={() => void unblock()}>
            {i18n.t("Unblock")}
          </Button>
        </div>
      ) : (
        <>
          <TypingLine userId={userId} name={username} />
          <Composer
            ownerId={ownerId}
            userId={userId}
            name={username}
            template={chosen?.templateMessage}
            quoted={quoted}
            onUnquote={() => setQuoted(null)}
            onOffer={user?.isSeller ? () => setOffering(true) : null}
            onSend={write}
            onFiles={attach}
          />
        </>
      )}
      {offering && (
        <ChooseListing
          ownerId={ownerId}
          userId={userId}
          name={name}
          onClose={() => setOffering(false)}
          onDone={() => void catchUp(client, userId)}
        />
      )}
      {reported && (
        <ReportDialog
          userId={userId}
          name={name}
          message={reported === "person" ? null : reported}
          onClose={() => setReported(null)}
        />
      )}
    </section>
  );
}
