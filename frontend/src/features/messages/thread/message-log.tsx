import { useLingui } from "@lingui/react";
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { serverNow } from "@/lib/time/now";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";
import type { Message } from "../api";
import type { Waiting } from "../sending/device";
import { WaitingRow } from "../sending/waiting-row";
import { MessageRow } from "./message-row";
import { SpokenMessages } from "./spoken-messages";
import { dayName } from "./times";
import { usePlace } from "./use-place";

interface Props {
  ownerId: number;
  messages: Message[];
  waiting: Waiting[];
  isPending: boolean;
  isPaused: boolean;
  inDialog: boolean;
  isStranger: boolean;
  hasEarlier: boolean;
  place: number | null;
  onEarlier: () => void;
  onQuote: (message: Message) => void;
  onReport: (message: Message) => void;
  onAgain: (message: Waiting) => void;
  children?: ReactNode;
}

const AT_END_PX = 80;

export function MessageLog(props: Props) {
  const { ownerId, messages, waiting, isPending, isPaused, inDialog, isStranger, hasEarlier, place } = props;
  const { onEarlier, onQuote, onReport, onAgain } = props;
  const { i18n } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  const top = useRef(0);
  const [isBehind, setBehind] = useState(false);
  const first = messages[0]?.id;
  const last = messages.at(-1)?.id ?? 0;
  const before = useRef({ first, height: 0 });
  useLayoutEffect(() => {
    const log = box.current;
    if (!log) return;
    // Keeps the scroll position when earlier messages are added. Scroll anchoring is off, because not all browsers
    // have it.
    if (first !== before.current.first) log.scrollTop += log.scrollHeight - before.current.height;
    before.current = { first, height: log.scrollHeight };
  }, [first]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is a reason to look
  useLayoutEffect(() => {
    const log = box.current;
    if (!log) return;
    if (atEnd.current) log.scrollTop = log.scrollHeight;
    else setBehind(true);
    before.current.height = log.scrollHeight;
  }, [last, waiting.length, isPending]);
  useEffect(() => {
    if (!box.current || !list.current) return;
    const observer = new ResizeObserver(() => {
      if (!box.current) return;
      if (atEnd.current) box.current.scrollTop = box.current.scrollHeight;
      before.current.height = box.current.scrollHeight;
    });
    observer.observe(box.current);
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page may not fill the box
  useEffect(() => {
    const log = box.current;
    if (log && hasEarlier && log.scrollHeight <= log.clientHeight) onEarlier();
  }, [hasEarlier, last]);
  const isTooFar = usePlace(place, {
    box,
    first: messages[0]?.seq,
    hasEarlier,
    onEarlier,
    onFound: () => {
      atEnd.current = false;
    },
  });
  const scrolled = () => {
    const log = box.current;
    if (!log) return;
    const isNear = log.scrollHeight - log.scrollTop - log.clientHeight < AT_END_PX;
    // Only scrolling up leaves the end. The log may have grown between the scroll and its event.
    atEnd.current = isNear || (atEnd.current && log.scrollTop >= top.current);
    top.current = log.scrollTop;
    if (atEnd.current) setBehind(false);
    if (log.scrollTop < 200 && hasEarlier) onEarlier();
  };
  const toEnd = () => box.current?.scrollTo({ top: box.current.scrollHeight });
  const now = Math.floor(serverNow() / 60_000) * 60_000;
  return (
    <div className={cn("relative flex min-h-0 flex-1 flex-col", inDialog && "md:min-h-32 md:flex-[0_1_400px]")}>
      <div
        ref={box}
        // Scrollable regions must be focusable for the keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        role="log"
        // New messages are announced separately. Earlier messages and ticks must not be.
        aria-live="off"
        aria-label={i18n.t("Messages")}
        onScroll={scrolled}
        data-testid="thread"
        className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none] px-4 py-4 focus-visible:-outline-offset-2 md:px-6"
      >
        {isPending && (isPaused ? <Offline /> : <Loading />)}
        {!isPending && hasEarlier && (
          <Button tone="quiet" size="small" onClick={onEarlier}>
            {i18n.t("Earlier messages")}
          </Button>
        )}
        {isTooFar && (
          <Notice className="my-4" title={i18n.t("The message stands further up.")}>
            {i18n.t("Scroll up to fetch what was written earlier.")}
          </Notice>
        )}
        {isStranger && messages.length > 0 && (
          <Notice className="mb-4" title={i18n.t("You have not written to this person before.")}>
            {i18n.t("Pay only as agreed here, and never share a one-time code.")}
          </Notice>
        )}
        {!isPending && messages.length + waiting.length === 0 && (
          <p className="text-ink-2">{i18n.t("Nothing written yet. Say hello.")}</p>
        )}
        <ol ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {messages.map((message, at) => {
            const day = dayName(message.createdAt, now);
            const earlier = messages[at - 1];
            return (
              <Fragment key={message.id}>
                {(!earlier || dayName(earlier.createdAt, now) !== day) && (
                  <li className="py-2 text-center text-meta text-ink-3">{day}</li>
                )}
                <MessageRow message={message} ownerId={ownerId} now={now} onQuote={onQuote} onReport={onReport} />
              </Fragment>
            );
          })}
          {waiting.map((message) => (
            <WaitingRow key={message.clientId} message={message} ownerId={ownerId} onAgain={onAgain} />
          ))}
          {props.children}
        </ol>
      </div>
      {!isPending && <SpokenMessages {...{ messages, ownerId }} />}
      {isBehind && (
        <Button
          tone="line"
          size="small"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 bg-surface"
          onClick={toEnd}
        >
          {i18n.t("New messages")}
        </Button>
      )}
    </div>
  );
}

function Offline() {
  const { i18n } = useLingui();
  return <p className="mb-4 text-ink-2">{i18n.t("What you wrote before is shown when the connection is back.")}</p>;
}

function Loading() {
  const { i18n } = useLingui();
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Skeleton className="h-11 w-3/5" />
      <Skeleton className="h-11 w-2/5 justify-self-end" />
      <Skeleton className="h-16 w-1/2" />
    </div>
  );
}
