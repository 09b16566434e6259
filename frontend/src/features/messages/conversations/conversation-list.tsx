import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeft, BellOff, Pin, RefreshCw } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { serverNow } from "@/lib/time/now";
import { paths } from "@/shared/navigation/paths";
import { nameOf } from "@/shared/users/names";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { bareInput, fieldFrame } from "@/ui/field";
import { icon, smallIcon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Link } from "@/ui/link";
import { Segments } from "@/ui/segments";
import { Skeleton } from "@/ui/skeleton";
import { type Conversation, conversationsQuery } from "../api";
import { viewTrouble } from "../sending/troubles";
import { listTime } from "../thread/times";
import { previewOf } from "./preview";
import { FoundMessages } from "./search-results";

export function ConversationList({ ownerId, openId }: { ownerId: number; openId: number | null }) {
  const { i18n } = useLingui();
  const [archived, setArchived] = useState(false);
  const [words, setWords] = useState("");
  const list = useInfiniteQuery(conversationsQuery(archived));
  const conversations = list.data?.pages.flatMap((page) => page.conversations) ?? [];
  const sought = useDeferredValue(words.trim());
  const fits = ({ user, product }: Conversation) =>
    `${user.username} ${product?.name ?? ""}`.toLowerCase().includes(sought.toLowerCase());
  const shown = sought ? conversations.filter(fits) : conversations;
  return (
    <nav aria-label={i18n.t("Conversations")} className="flex min-h-0 flex-col border-r border-line">
      <div className="grid gap-3 border-b border-line px-5 py-3">
        <div className="flex items-center gap-3">
          <Link
            to={paths.home}
            aria-label={i18n.t("Back to the shop")}
            className="-ml-3 grid size-11 place-items-center rounded-1 hover:bg-wash"
          >
            <ArrowLeft {...icon} />
          </Link>
          <h1 className="flex-1 text-h3">{i18n.t("Messages")}</h1>
          <IconButton label={i18n.t("Refresh")} className="-mr-3" onClick={() => void list.refetch()}>
            <RefreshCw {...icon} className={list.isRefetching ? "animate-turn" : undefined} />
          </IconButton>
        </div>
        <span className={fieldFrame}>
          <input
            aria-label={i18n.t("Search messages")}
            type="search"
            maxLength={100}
            placeholder={i18n.t("Search people or perfumes")}
            value={words}
            onChange={({ target }) => setWords(target.value)}
            className={bareInput}
          />
        </span>
        <Segments
          label={i18n.t("Which conversations")}
          value={archived ? "archived" : "open"}
          onChange={(next) => setArchived(next === "archived")}
          choices={[
            { value: "open", label: i18n.t("Inbox") },
            { value: "archived", label: i18n.t("Archived") },
          ]}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {list.isPending && <Waiting />}
        {list.error && (
          <ErrorState
            {...viewTrouble(list.error, i18n.t("Error Loading Messages"))}
            onRetry={() => void list.refetch()}
            className="px-5"
          />
        )}
        {list.data && conversations.length === 0 && !sought && <None archived={archived} />}
        <ul>
          {shown.map((conversation) => (
            <li key={conversation.id} className="border-b border-line">
              <Row conversation={conversation} ownerId={ownerId} isOpen={conversation.user.id === openId} />
            </li>
          ))}
        </ul>
        {!sought && list.hasNextPage && (
          <div className="p-5">
            <Button tone="line" size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {i18n.t("Show more")}
            </Button>
          </div>
        )}
        {sought && <FoundMessages words={sought} ownerId={ownerId} nothingElse={shown.length === 0} />}
      </div>
    </nav>
  );
}

function Row({ conversation, ownerId, isOpen }: { conversation: Conversation; ownerId: number; isOpen: boolean }) {
  const { i18n } = useLingui();
  const now = serverNow();
  const { user, product, lastMessage, unreadCount, isPinned, isMuted, isStranger } = conversation;
  const name = nameOf(user.username, user.isDeleted);
  return (
    <Link
      to={paths.conversation(user.id)}
      aria-current={isOpen ? "true" : undefined}
      data-testid="conversation-row"
      className="relative grid grid-cols-[40px_1fr] gap-3 px-5 py-3.5 no-underline hover:bg-wash focus-visible:-outline-offset-2 aria-[current]:bg-wash aria-[current]:before:absolute aria-[current]:before:inset-y-0 aria-[current]:before:left-0 aria-[current]:before:w-[3px] aria-[current]:before:bg-ink aria-[current]:before:content-['']"
    >
      <Avatar name={name} src={user.profileImage} />
      <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate font-semibold">{name}</span>
          {lastMessage && (
            <span className="flex-none text-meta text-ink-3">{listTime(lastMessage.createdAt, now)}</span>
          )}
        </span>
        {product && <span className="truncate text-small text-ink-2">{product.name}</span>}
        <span className="flex items-center gap-1.5 text-small">
          {isPinned && (
            <Pin {...smallIcon} aria-hidden={undefined} aria-label={i18n.t("Pinned")} className="flex-none" />
          )}
          {isMuted && (
            <BellOff {...smallIcon} aria-hidden={undefined} aria-label={i18n.t("Muted")} className="flex-none" />
          )}
          <span className={cn("min-w-0 flex-1 truncate", unreadCount > 0 ? "font-semibold" : "text-ink-2")}>
            {lastMessage && previewOf(lastMessage, ownerId)}
          </span>
          {isStranger && unreadCount > 0 && (
            <span className="flex-none text-meta text-ink-3">{i18n.t("New contact")}</span>
          )}
          {unreadCount > 0 && (
            <span className="grid h-5 min-w-5 flex-none place-items-center rounded-full bg-rosella px-1.5 text-tiny font-semibold text-paper">
              <span className="sr-only">{i18n.t("{count} unread", { count: unreadCount })}</span>
              <span aria-hidden="true">{unreadCount > 99 ? "99+" : unreadCount}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

function None({ archived }: { archived: boolean }) {
  const { i18n } = useLingui();
  if (archived) return <p className="px-5 py-6 text-ink-2">{i18n.t("No archived conversations.")}</p>;
  const browse = (
    <Button asChild>
      <Link to={paths.products}>{i18n.t("Browse Products")}</Link>
    </Button>
  );
  return (
    <EmptyState drawing="label" title={i18n.t("No messages yet")} action={browse} className="px-5">
      {i18n.t("Ask a seller about a bottle, and the conversation appears here.")}
    </EmptyState>
  );
}

function Waiting() {
  const { i18n } = useLingui();
  return (
    <div role="status" className="grid">
      <span className="sr-only">{i18n.t("Loading")}</span>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="grid grid-cols-[40px_1fr] gap-3 border-b border-line px-5 py-4">
          <Skeleton className="size-10 rounded-full" />
          <div className="grid content-center gap-2.5">
            <Skeleton className="w-1/3" />
            <Skeleton className="w-3/4" />
          </div>
        </div>
      ))}
    </div>
  );
}
