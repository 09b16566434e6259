import { useLingui } from "@lingui/react";
import { useContext } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { formatRinggit } from "@/lib/money";
import { type Conversation, chooseConversation } from "@/shared/conversations/contact";
import { paths } from "@/shared/navigation/paths";
import { useCurrentUser } from "@/shared/session/session";
import { showToast } from "@/ui/toast-store";
import { ChatOverPage } from "./chat-over-page";

interface Bottle {
  id: number;
  brand: string;
  name: string;
  sellerId: number;
  seller: { id: number; username: string; isDeleted: boolean; profileImage: string | null } | null;
  price: number;
}

export function useContact({ id, brand, name, sellerId, seller, price }: Bottle) {
  const { i18n } = useLingui();
  const { user, isGuest, isPending } = useCurrentUser();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const check = (signInFirst: string, self: string): boolean => {
    if (isGuest) {
      showToast({ title: i18n.t("Authentication Required"), text: signInFirst });
      void navigate(paths.authThen(pathname));
    } else if (user?.id === sellerId) showToast({ title: self, tone: "bad" });
    else if (!seller || seller.isDeleted) {
      showToast({ title: i18n.t("Error"), text: i18n.t("Could not find seller information."), tone: "bad" });
    } else return true;
    return false;
  };
  const openChat = useContext(ChatOverPage);
  const conversationWith = ({ id: userId, username, profileImage }: NonNullable<Bottle["seller"]>): Conversation => ({
    userId,
    username,
    profileImage,
    productId: id,
    productName: name,
  });
  const toConversation = (templateMessage?: string) => {
    if (!seller) return;
    chooseConversation({ ...conversationWith(seller), ...(templateMessage && { templateMessage }) });
    if (templateMessage) showToast({ title: i18n.t("Contacting Seller") });
    void navigate(paths.messages);
  };
  const contact = () => {
    const may = check(i18n.t("You need to log in to contact sellers."), i18n.t("Cannot Message Yourself"));
    if (may && seller) openChat && (user || isPending) ? openChat(conversationWith(seller)) : toConversation();
  };
  const buy = () => {
    const may = check(i18n.t("You need to log in to purchase items."), i18n.t("Cannot Purchase Your Own Item"));
    if (!may) return;
    toConversation(
      i18n.t("Hello {seller}, I would like to buy {brand} {name} for {price}. Is it still available?", {
        seller: seller?.username ?? "",
        brand,
        name,
        price: formatRinggit(price).replace("\u00a0", " "),
      }),
    );
  };
  return {
    own: user?.id === sellerId,
    toConversation,
    mayOffer: () => check(i18n.t("You need to log in to make an offer."), i18n.t("Cannot Purchase Your Own Item")),
    contact,
    buy,
  };
}
