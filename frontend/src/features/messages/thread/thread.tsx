import { useLingui } from "@lingui/react";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Conversation as Chosen } from "@/shared/conversations/contact";
import { useCurrentUser } from "@/shared/session/session";
import { nameOf } from "@/shared/users/names";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { ErrorState } from "@/ui/error-state";
import { conversationQuery, conversationsKey, type Message, setBlocked, threadQuery } from "../api";
import { UploadRow } from "../attachments/upload-row";
import { useDroppedFiles } from "../attachments/use-dropped-files";
import { useUploads } from "../attachments/use-uploads";
import { conversationName } from "../conversations/conversation-name";
import { ReportDialog } from "../conversations/report-dialog";
import { SearchDialog } from "../conversations/search-dialog";
import { ChooseListing } from "../deal/choose-listing";
import { useDeal } from "../deal/use-deal";
import { TypingLine } from "../presence/typing-line";
import { Composer } from "../sending/composer";
import { useWaiting } from "../sending/device";
import { LostConnection } from "../sending/lost-connection";
import { lastOffer, recipientOf } from "../sending/recipient";
import { viewTrouble } from "../sending/troubles";
import { useSending } from "../sending/use-sending";
import { MessageLog } from "./message-log";
import { catchUp, messagesOf } from "./thread-cache";
import { ThreadHead } from "./thread-head";
import { ThreadProduct } from "./thread-product";
import { useReadMark } from "./use-read-mark";
import { useTalkedAbout } from "./use-talked-about";

interface Props {
  ownerId: number;
  userId: number;
  chosen: Chosen | null;
  inDialog?: boolean;
  place?: number | null;
  onLeave: () => void;
}

const ON_PAGE = "min-h-0 max-md:fixed max-md:inset-0 max-md:z-50";

export function Thread({ ownerId, userId, chosen, inDialog = false, place = null, onLeave }: Props) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const conversation = useQuery(conversationQuery(userId));
  const thread = useInfiniteQuery(threadQuery(userId));
  const waiting = useWaiting(ownerId).filter(({ receiverId }) => receiverId === userId);
  const { send, retry } = useSending(ownerId);
  const { uploads, sendFiles, cancel, sendAgain } = useUploads(userId);
  const [quoted, setQuoted] = useState<Message | null>(null);
  const [reported, setReported] = useState<Message | "person" | null>(null);
  const [openDialog, setOpenDialog] = useState<"listing" | "search" | null>(null);
  const { user } = useCurrentUser();
  const conversationData = conversation.data;
  const messages = useMemo(() => messagesOf(thread.data), [thread.data]);
  const product = useTalkedAbout(userId, chosen?.productId);
  const deal = useDeal(userId, product?.id);
  useReadMark(userId, conversationData);
  const person = conversationData?.user ?? {
    id: userId,
    username: chosen?.username ?? "",
    profileImage: chosen?.profileImage ?? null,
    isDeleted: false,
    isVerified: false,
  };
  const username = nameOf(person.username, person.isDeleted);
  const name = username || (conversationData === null ? i18n.t("New conversation") : "");
  const sellsHere = lastOffer(messages)?.senderId === userId;
  const isBuyer = !thread.isPending && !sellsHere;
  const hasFailed = thread.isError && messages.length === 0;
  const productId = chosen?.productId;
  const isNew = !messages.some((message) => message.productId === productId);
  const recipient = recipientOf(messages, ownerId);
  const write = (content: string) => {
    const sent = send({
      receiverId: userId,
      recipient,
      content,
      ...(productId && isNew && { productId }),
      ...(quoted && { replyToId: quoted.id }),
    });
    if (sent) setQuoted(null);
    return sent;
  };
  const attach = (files: File[]) => sendFiles(files, recipient, isNew ? productId : undefined);
  const unblock = async () => {
    await setBlocked(userId, false);
    await client.invalidateQueries({ queryKey: conversationsKey });
  };
  const drop = useDroppedFiles(conversationData?.isBlocked || person.isDeleted ? null : attach);
  return (
    <section
      {...drop}
      aria-label={inDialog ? undefined : conversationName(name)}
      data-page-bar=""
      className={cn("flex min-w-0 flex-col bg-paper", inDialog ? "min-h-0 flex-1" : ON_PAGE)}
    >
      <ThreadHead
        person={person}
        name={name}
        conversation={conversationData ?? null}
        isBuyer={isBuyer}
        chosen={inDialog ? chosen : null}
        onLeave={onLeave}
        onSearch={inDialog ? null : () => setOpenDialog("search")}
        onReport={() => setReported("person")}
      />
      <ThreadProduct product={product} deal={deal} className={cn("border-b border-line", !inDialog && "lg:hidden")} />
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
          isPaused={thread.isPaused}
          inDialog={inDialog}
          isStranger={conversationData?.isStranger ?? false}
          hasEarlier={thread.hasNextPage}
          place={place}
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
      ) : conversationData?.isBlocked ? (
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
            onOffer={user?.isSeller ? () => setOpenDialog("listing") : null}
            onSend={write}
            onFiles={attach}
          />
        </>
      )}
      {openDialog === "search" && (
        <SearchDialog ownerId={ownerId} userId={userId} name={name} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === "listing" && (
        <ChooseListing
          ownerId={ownerId}
          userId={userId}
          name={name}
          onClose={() => setOpenDialog(null)}
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
