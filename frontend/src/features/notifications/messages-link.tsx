import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import { isPhone } from "@/lib/page/is-phone";
import { paths } from "@/shared/navigation/paths";
import { useCurrentUser } from "@/shared/session/session";
import { icon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { unreadMessagesQuery } from "./api";
import { UnreadBadge } from "./badge";

export function useUnreadMessages(): number {
  const { user } = useCurrentUser();
  const { data } = useQuery({ ...unreadMessagesQuery, enabled: user !== null });
  return user ? (data ?? 0) : 0;
}

export function MessagesLink() {
  const { i18n } = useLingui();
  const unread = useUnreadMessages();
  const label = unread > 0 ? i18n.t("Messages, {unread} unread", { unread }) : i18n.t("Messages");
  return (
    <Link
      to={paths.messages}
      aria-label={label}
      className="relative grid size-11 place-items-center rounded-1 hover:bg-wash"
    >
      <MessageSquare {...icon} />
      <UnreadBadge count={unread} testId={isPhone() ? undefined : "unread-badge"} />
    </Link>
  );
}
