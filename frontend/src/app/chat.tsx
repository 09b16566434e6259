import { useLingui } from "@lingui/react";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { ChatOverPage } from "@/shared/conversations/chat-over-page";
import { type Conversation, conversationOf } from "@/shared/conversations/contact";
import { useCurrentUser } from "@/shared/session/session";
import { showToast } from "@/ui/toast-store";

const fetchDialog = async () => (await import("@/features/messages/thread/chat-dialog")).ChatDialog;

const FETCHED_AFTER_MS = 1500;

export function WithChat({ children }: { children: ReactNode }) {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const chosen = conversationOf(state?.chat);
  const [fetched, setFetched] = useState<{ Dialog: Awaited<ReturnType<typeof fetchDialog>> } | null>(null);
  const isWanted = user != null;
  const isOpen = isWanted && chosen !== null;
  useEffect(() => {
    if (!isWanted) return;
    const fetchCode = () => {
      fetchDialog().then(
        (Dialog) => setFetched({ Dialog }),
        () => undefined,
      );
    };
    const timer = setTimeout(fetchCode, isOpen ? 0 : FETCHED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isWanted, isOpen]);
  const open = async (chat: Conversation) => {
    try {
      await fetchDialog();
      await navigate(pathname + search, { state: { chat }, preventScrollReset: true });
    } catch {
      showToast({
        title: i18n.t("Connection Error"),
        text: i18n.t("Not connected to messaging server. Please try again."),
        tone: "bad",
      });
    }
  };
  return (
    <ChatOverPage value={(chat) => void open(chat)}>
      {children}
      {user && chosen && fetched && (
        <fetched.Dialog ownerId={user.id} chosen={chosen} onClose={() => void navigate(-1)} />
      )}
    </ChatOverPage>
  );
}
