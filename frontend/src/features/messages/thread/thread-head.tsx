import { useLingui } from "@lingui/react";
import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, BadgeCheck, Ellipsis, ExternalLink, X } from "lucide-react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { type Conversation as Chosen, chooseConversation } from "@/shared/conversations/contact";
import { paths } from "@/shared/navigation/paths";
import { Avatar } from "@/ui/avatar";
import { cn } from "@/ui/class-names";
import { icon, smallIcon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Link } from "@/ui/link";
import { Menu, MenuItem, MenuRule } from "@/ui/menu";
import { Skeleton } from "@/ui/skeleton";
import { showToast } from "@/ui/toast-store";
import { arrangeConversation, type Conversation, conversationsKey, setBlocked } from "../api";
import { PresenceLine } from "../presence/presence-line";
import { setShown, useIsShown } from "../presence/presence-setting";
import { setShowsPresence } from "../presence/use-presence";
import { BuyerRating } from "./buyer-rating";

const CORNER = "grid size-11 flex-none place-items-center rounded-1 hover:bg-wash";

interface Props {
  person: Conversation["user"];
  name: string;
  conversation: Conversation | null;
  isBuyer: boolean;
  chosen: Chosen | null;
  onLeave: () => void;
  onSearch: (() => void) | null;
  onReport: () => void;
}

export function ThreadHead(props: Props) {
  const { person, name, conversation, isBuyer, chosen, onLeave, onSearch, onReport } = props;
  const { i18n } = useLingui();
  const client = useQueryClient();
  const showsTyping = useIsShown("typing");
  const showsPresence = useIsShown("presence");
  const change = async (work: Promise<unknown>) => {
    await work.catch((error) => showToast({ ...messageFor(error), tone: "bad" }));
    await client.invalidateQueries({ queryKey: conversationsKey });
  };
  return (
    <header className="flex min-h-16 items-center gap-3 max-[280px]:gap-1 border-b border-line px-4 py-2 md:px-6">
      {!chosen && (
        <Link
          to={paths.messages}
          aria-label={i18n.t("All conversations")}
          onClick={onLeave}
          className={cn(CORNER, "-ml-2 md:hidden")}
        >
          <ArrowLeft {...icon} />
        </Link>
      )}
      <span className="contents max-[280px]:hidden">
        <Avatar name={name} src={person.profileImage} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-x-2 font-sans text-body font-semibold tracking-normal">
          {person.isDeleted || !person.username ? (
            <span className="max-w-full truncate">
              {name || (
                <>
                  <Skeleton className="w-32" />
                  <span className="sr-only">{i18n.t("Loading")}</span>
                </>
              )}
            </span>
          ) : (
            <Link to={paths.seller(person.id)} className="max-w-full truncate no-underline hover:underline">
              {name}
            </Link>
          )}
          {person.isVerified && (
            <span className="flex flex-none items-center gap-1 text-small font-medium text-pandan">
              <BadgeCheck {...smallIcon} />
              {i18n.t("Verified seller")}
            </span>
          )}
        </h2>
        {conversation && !conversation.isBlocked && !person.isDeleted && <PresenceLine userId={person.id} />}
        {person.id > 0 && !person.isDeleted && isBuyer && <BuyerRating userId={person.id} />}
      </div>
      {conversation && (
        <Menu
          title={name}
          trigger={
            <IconButton label={i18n.t("Conversation options")} className="-mr-2">
              <Ellipsis {...icon} />
            </IconButton>
          }
        >
          {onSearch && <MenuItem onSelect={onSearch}>{i18n.t("Search")}</MenuItem>}
          <MenuItem onSelect={() => void change(arrangeConversation(person.id, { isPinned: !conversation.isPinned }))}>
            {conversation.isPinned ? i18n.t("Unpin") : i18n.t("Pin")}
          </MenuItem>
          <MenuItem onSelect={() => void change(arrangeConversation(person.id, { isMuted: !conversation.isMuted }))}>
            {conversation.isMuted ? i18n.t("Unmute") : i18n.t("Mute")}
          </MenuItem>
          <MenuItem
            onSelect={() => void change(arrangeConversation(person.id, { isArchived: !conversation.isArchived }))}
          >
            {conversation.isArchived ? i18n.t("Move to inbox") : i18n.t("Archive")}
          </MenuItem>
          <MenuItem onSelect={() => setShown("typing", !showsTyping)}>
            {showsTyping ? i18n.t("Hide when I am typing") : i18n.t("Show when I am typing")}
          </MenuItem>
          <MenuItem onSelect={() => setShowsPresence(!showsPresence)}>
            {showsPresence ? i18n.t("Hide when I am active") : i18n.t("Show when I am active")}
          </MenuItem>
          <MenuRule />
          <MenuItem onSelect={() => void change(setBlocked(person.id, !conversation.isBlocked))}>
            {conversation.isBlocked ? i18n.t("Unblock") : i18n.t("Block")}
          </MenuItem>
          <MenuItem onSelect={onReport}>{i18n.t("Report")}</MenuItem>
        </Menu>
      )}
      {chosen && (
        <div className="-mr-2 flex">
          <Link
            to={paths.messages}
            aria-label={i18n.t("Open in Messages")}
            onClick={() => chooseConversation(chosen)}
            className={cn(CORNER, "max-[280px]:hidden")}
          >
            <ExternalLink {...icon} />
          </Link>
          <IconButton label={i18n.t("Close")} onClick={onLeave}>
            <X {...icon} />
          </IconButton>
        </div>
      )}
    </header>
  );
}
