import { useLingui } from "@lingui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, CheckCheck, Ellipsis, ShieldAlert } from "lucide-react";
import { memo } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { contentOf } from "@/shared/conversations/message-sentences";
import { nameOf } from "@/shared/users/names";
import { cn } from "@/ui/class-names";
import { smallIcon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Menu, MenuItem } from "@/ui/menu";
import { Notice } from "@/ui/notice";
import { showToast } from "@/ui/toast-store";
import { deleteMessage, type Message } from "../api";
import { Attachment } from "../attachments/attachment";
import { ActionCard } from "../deal/action-card";
import { PriceOffer } from "../deal/price-offer";
import { catchUp } from "./thread-cache";
import { messageTime } from "./times";

const DELETE_WITHIN_MS = 5 * 60_000;
const MONEY = ["bank_account", "phone", "payment"];
const SEMAK_MULE = "https://semakmule.rmp.gov.my";

interface Props {
  message: Message;
  ownerId: number;
  now: number;
  onQuote: (message: Message) => void;
  onReport: (message: Message) => void;
}

export const BUBBLE = "max-w-[min(540px,85%)] rounded-2 px-3.5 py-2.5 whitespace-pre-wrap wrap-anywhere";

export const MessageRow = memo(function MessageRow({ message, ownerId, now, onQuote, onReport }: Props) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const {
    sender,
    senderId,
    receiverId,
    card,
    offer,
    createdAt,
    isRead,
    isDelivered,
    isDeleted,
    messageType,
    replyTo,
    warnings,
  } = message;
  const own = senderId === ownerId;
  const state = isRead ? i18n.t("Read") : isDelivered ? i18n.t("Delivered") : i18n.t("Sent");
  const changed = () => void catchUp(client, own ? receiverId : senderId);
  const Tick = isRead || isDelivered ? CheckCheck : Check;
  return (
    <li
      data-testid="message"
      data-seq={message.seq}
      tabIndex={-1}
      className={cn(
        "focus:bg-wash focus:outline-none group grid grid-cols-[minmax(0,1fr)] gap-1",
        own ? "justify-items-end" : "justify-items-start",
      )}
    >
      <span className="sr-only">{own ? i18n.t("You") : nameOf(sender.username, sender.isDeleted)}: </span>
      {card && <ActionCard message={message} ownerId={ownerId} onChange={changed} />}
      {offer && !isDeleted && <PriceOffer {...{ message, offer, now }} onChange={changed} />}
      {!card && (!offer || isDeleted) && (
        <div className={cn("flex w-full items-center gap-1", own && "flex-row-reverse")}>
          <div className={cn(BUBBLE, "border", own ? "border-transparent bg-wash-2" : "border-line bg-surface")}>
            {replyTo && (
              <p className="mb-2 border-l-2 border-edge pl-2.5 text-small text-ink-2">
                {contentOf(replyTo) || i18n.t("Message deleted")}
              </p>
            )}
            {isDeleted ? (
              <span className="text-ink-3 italic">{i18n.t("Message deleted")}</span>
            ) : messageType === "FILE" ? (
              <Attachment message={message} />
            ) : (
              contentOf(message)
            )}
          </div>
          {!isDeleted && <Actions {...{ message, own, now, onQuote, onReport }} />}
        </div>
      )}
      {warnings.length > 0 && <Warning codes={warnings} />}
      <p className="flex items-center gap-1.5 text-meta text-ink-3">
        <time dateTime={createdAt}>{messageTime(createdAt)}</time>
        {own && !isDeleted && (
          <Tick
            {...smallIcon}
            aria-hidden={undefined}
            role="img"
            data-testid={isRead ? "tick-read" : "tick-sent"}
            aria-label={state}
            className={isRead ? "text-pandan" : undefined}
          />
        )}
      </p>
    </li>
  );
});

function Actions({ message, own, now, onQuote, onReport }: Omit<Props, "ownerId"> & { own: boolean }) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => deleteMessage(message.id),
    onSuccess: () => catchUp(client, message.receiverId),
    onError: (error) => showToast({ ...messageFor(error), tone: "bad" }),
  });
  const copy = async () => {
    await navigator.clipboard.writeText(contentOf(message));
    showToast({ title: i18n.t("Copied") });
  };
  const fresh = now - Date.parse(message.createdAt) < DELETE_WITHIN_MS;
  return (
    <Menu
      title={messageTime(message.createdAt)}
      trigger={
        <IconButton
          label={i18n.t("Message options")}
          className="text-ink-3 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 max-md:opacity-100"
        >
          <Ellipsis {...smallIcon} />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => onQuote(message)}>{i18n.t("Quote")}</MenuItem>
      {message.content && <MenuItem onSelect={() => void copy()}>{i18n.t("Copy")}</MenuItem>}
      {own && fresh && <MenuItem onSelect={() => removal.mutate()}>{i18n.t("Delete")}</MenuItem>}
      {!own && <MenuItem onSelect={() => onReport(message)}>{i18n.t("Report")}</MenuItem>}
    </Menu>
  );
}

function Warning({ codes }: { codes: string[] }) {
  const { i18n } = useLingui();
  const facts: Record<string, string> = {
    bank_account: i18n.t("A bank account number."),
    phone: i18n.t("A phone number."),
    email: i18n.t("An email address."),
    link: i18n.t("A link to another site."),
    payment: i18n.t("A payment outside Wangi."),
    lookalike: i18n.t("Letters that only look like others."),
  };
  const details = codes.flatMap((code) => facts[code] ?? []);
  const aboutMoney = codes.some((code) => MONEY.includes(code));
  return (
    <Notice tone="warn" as={ShieldAlert} title={details.join(" ") || i18n.t("Take care.")} className="max-w-[540px]">
      {aboutMoney && (
        <>
          {i18n.t("Check it at Semak Mule before you pay.")}{" "}
          <a className="link" href={SEMAK_MULE} target="_blank" rel="noreferrer">
            {i18n.t("Open Semak Mule")}
          </a>{" "}
        </>
      )}
      {codes.some((code) => !MONEY.includes(code)) &&
        i18n.t("Keep the conversation here: outside, we cannot help you.")}
    </Notice>
  );
}
