import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { UnreadBadge } from "./badge";
import { unreadNotificationsQuery } from "./notification-list";
import { NotificationPanel } from "./panel";
import { useBell } from "./use-bell";

export function NotificationBell() {
  const { i18n } = useLingui();
  const { data } = useQuery(unreadNotificationsQuery);
  const unread = data ?? 0;
  useBell();
  const [open, setOpen] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    // A press on an element that cannot be focused causes no blur.
    const press = ({ target }: Event) => !whole.current?.contains(target as Node) && setOpen(false);
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  }, [open]);
  const press = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !open) return;
    setOpen(false);
    bell.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel from anywhere inside it
    <div
      ref={whole}
      className="relative"
      onKeyDown={press}
      onBlur={({ currentTarget, relatedTarget }) =>
        relatedTarget && !currentTarget.contains(relatedTarget) && setOpen(false)
      }
    >
      <IconButton
        ref={bell}
        label={unread > 0 ? i18n.t("Notifications, {unread} unread", { unread }) : i18n.t("Notifications")}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(!open)}
      >
        <Bell {...icon} />
        <UnreadBadge count={unread} />
      </IconButton>
      <NewNotification unread={data} />
      {open && <NotificationPanel onClose={() => setOpen(false)} />}
    </div>
  );
}

function NewNotification({ unread }: { unread: number | undefined }) {
  const { i18n } = useLingui();
  const [announcement, setAnnouncement] = useState("");
  const before = useRef(unread);
  useEffect(() => {
    const previous = before.current;
    before.current = unread;
    if (previous === undefined || unread === undefined || unread === previous) return;
    setAnnouncement(unread > previous ? i18n.t("New notification, {unread} unread", { unread }) : "");
  }, [unread, i18n]);
  return (
    <span role="status" className="sr-only">
      {announcement}
    </span>
  );
}
