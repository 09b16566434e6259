/** Writing to a seller: about nothing in particular, or to buy this bottle at its price. */
import { useLingui } from "@lingui/react";
import { useLocation, useNavigate } from "react-router-dom";
import { chooseConversation } from "@/lib/bottle/contact";
import { formatRinggit } from "@/lib/money";
import { paths } from "@/lib/paths";
import { useCurrentUser } from "@/lib/session/session";
import { showToast } from "./toast-store";

interface Bottle {
  id: number;
  brand: string;
  name: string;
  sellerId: number;
  seller: { id: number; username: string; isDeleted: boolean; profileImage: string | null } | null;
  /** For how much "Buy Now" asks for it, in ringgit. */
  price: number;
}

export function useContact({ id, brand, name, sellerId, seller, price }: Bottle) {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const begin = (signInFirst: string, self: string, templateMessage?: string) => {
    if (!user) {
      showToast({ title: i18n.t("Authentication Required"), text: signInFirst });
      return navigate(paths.authThen(pathname));
    }
    if (user.id === sellerId) return showToast({ title: self, tone: "bad" });
    if (!seller || seller.isDeleted) {
      return showToast({ title: i18n.t("Error"), text: i18n.t("Could not find seller information."), tone: "bad" });
    }
    chooseConversation({
      userId: seller.id,
      username: seller.username,
      profileImage: seller.profileImage,
      productId: id,
      productName: name,
      ...(templateMessage && { templateMessage }),
    });
    if (templateMessage) showToast({ title: i18n.t("Contacting Seller") });
    return navigate(paths.messages);
  };
  return {
    own: user?.id === sellerId,
    contact: () => begin(i18n.t("You need to log in to contact sellers."), i18n.t("Cannot Message Yourself")),
    buy: () =>
      begin(
        i18n.t("You need to log in to purchase items."),
        i18n.t("Cannot Purchase Your Own Item"),
        i18n.t("Hello {seller}, I would like to buy {brand} {name} for {price}. Is it still available?", {
          seller: seller?.username ?? "",
          brand,
          name,
          price: formatRinggit(price).replace("\u00a0", " "),
        }),
      ),
  };
}
