import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { shortenText } from "@/lib/i18n/shorten";
import { serverNow } from "@/lib/time/now";
import { contentOf } from "@/shared/conversations/message-sentences";
import { paths } from "@/shared/navigation/paths";
import { nameOf } from "@/shared/users/names";
import { Link } from "@/ui/link";
import { type Message, searchQuery } from "../api";
import { listTime } from "../thread/times";

export function FoundMessages({
  words,
  ownerId,
  userId,
  nothingElse,
  onOpen,
}: {
  words: string;
  ownerId: number;
  userId?: number;
  nothingElse: boolean;
  onOpen?: () => void;
}) {
  const { i18n } = useLingui();
  const { data } = useQuery(searchQuery(words, userId));
  const now = serverNow();
  if (!data) return null;
  if (data.length === 0 && !nothingElse) return null;
  const other = (message: Message) => (message.senderId === ownerId ? message.receiver : message.sender);
  return (
    <section aria-label={i18n.t("Found messages")}>
      <div role="status">
        <h2 className="px-5 pt-4 pb-2 font-sans text-small font-semibold tracking-normal">
          {data.length === 0 ? i18n.t("Nothing found") : i18n.t("Found messages")}
        </h2>
      </div>
      <ul>
        {data.map((message) => (
          <li key={message.id} className="border-b border-line">
            <Link
              to={paths.message(other(message).id, message.seq)}
              onClick={onOpen}
              className="grid grid-cols-[minmax(0,1fr)] gap-0.5 px-5 py-3 no-underline hover:bg-wash focus-visible:-outline-offset-2"
            >
              <span className="flex items-baseline justify-between gap-2">
                <span className="truncate font-semibold">
                  {nameOf(other(message).username, other(message).isDeleted)}
                </span>
                <span className="flex-none text-meta text-ink-3">{listTime(message.createdAt, now)}</span>
              </span>
              <span className="text-small text-ink-2">{shortenText(contentOf(message), 120)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
