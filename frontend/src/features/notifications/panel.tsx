import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { Link } from "@/ui/link";
import { Skeleton } from "@/ui/skeleton";
import { type NotificationItem, notificationsQuery, useReadNotifications } from "./notification-list";

export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui();
  const { data, error, isPending, refetch } = useQuery(notificationsQuery);
  const read = useReadNotifications();
  return (
    <section
      aria-label={i18n.t("Notifications")}
      className="absolute top-full right-0 z-50 mt-1 max-h-[70dvh] w-96 animate-enter overflow-y-auto rounded-2 border border-line bg-surface text-ink shadow-lift max-md:fixed max-md:inset-x-4 max-md:top-15 max-md:w-auto"
    >
      <div className="sticky top-0 flex min-h-13 items-center justify-between gap-3 border-b border-line bg-surface px-4">
        <h2 className="text-h4">{i18n.t("Notifications")}</h2>
        {data?.some(({ isRead }) => !isRead) && (
          <Button tone="quiet" size="small" className="-mr-3 text-right" onClick={() => read.mutate(undefined)}>
            {i18n.t("Mark all as read")}
          </Button>
        )}
      </div>
      {isPending && (
        <div role="status" className="grid gap-3 p-4">
          <span className="sr-only">{i18n.t("Loading")}</span>
          <Skeleton className="w-2/3" />
          <Skeleton />
          <Skeleton className="w-1/2" />
        </div>
      )}
      {error && (
        <div role="alert" className="grid justify-items-start gap-3 p-4">
          <p className="text-small">{messageFor(error).text}</p>
          <Button tone="line" size="small" onClick={() => void refetch()}>
            {i18n.t("Retry")}
          </Button>
        </div>
      )}
      {data?.length === 0 && (
        <p className="p-4 text-small text-ink-2">
          {i18n.t("Nothing new. Saved searches, price drops and bids appear here.")}
        </p>
      )}
      <ul>
        {data?.map((notice) => (
          <li key={notice.id} className="border-b border-line last:border-0">
            <Row
              notice={notice}
              onOpen={() => {
                if (!notice.isRead) read.mutate([notice.id]);
                if (notice.link) onClose();
              }}
            />
          </li>
        ))}
      </ul>
      <Link
        to={paths.profileTab("settings")}
        className="sticky bottom-0 flex min-h-11 items-center border-t border-line bg-surface px-4 text-small hover:bg-wash"
        onClick={onClose}
      >
        {i18n.t("Notification settings")}
      </Link>
    </section>
  );
}

function Row({ notice, onOpen }: { notice: NotificationItem; onOpen: () => void }) {
  const { i18n } = useLingui();
  const { title, body, link, createdAt, isRead } = notice;
  const words = (
    <>
      <span className={cn("flex items-baseline gap-2", !isRead && "font-semibold")}>
        {!isRead && <span className="size-2 flex-none rounded-full bg-rosella" />}
        {!isRead && <span className="sr-only">{i18n.t("Unread")}: </span>}
        {title}
      </span>
      <span className="text-small text-ink-2">{body.replaceAll("RM ", "RM\u00a0")}</span>
      <span className="text-meta text-ink-3">{formatDateTime(createdAt)}</span>
    </>
  );
  const className =
    "grid w-full gap-0.5 px-4 py-3 text-left no-underline hover:bg-wash focus-visible:-outline-offset-2";
  // Only addresses of this site become links.
  if (link && /^\/(?![/\\])/.test(link)) {
    return (
      <Link to={link} className={className} onClick={onOpen}>
        {words}
      </Link>
    );
  }
  return (
    <button type="button" className={className} onClick={onOpen}>
      {words}
    </button>
  );
}
