import { useLingui } from "@lingui/react";
import { Camera, ImageUp, MapPin, MessageSquare } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { chooseConversation } from "@/shared/conversations/contact";
import { paths } from "@/shared/navigation/paths";
import { Rating } from "@/shared/reviews/review-row";
import type { Reviews } from "@/shared/reviews/reviews";
import type { User } from "@/shared/session/session";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { icon, smallIcon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { showToast } from "@/ui/toast-store";
import type { Picture, Seller } from "./api";
import { Cover } from "./cover";
import { EditShop } from "./edit-shop";
import { PictureDialog } from "./picture-dialog";

interface Props {
  seller: Seller;
  photos: string[];
  owner: User | null;
  isGuest: boolean;
  reviews: Reviews | undefined;
}

export function ShopHead({ seller, photos, owner, isGuest, reviews }: Props) {
  const { i18n } = useLingui();
  const [changing, setChanging] = useState<Picture | "profile" | null>(null);
  const close = () => setChanging(null);
  return (
    <div>
      <div className="relative">
        <Cover cover={seller.coverPhoto} photos={photos} />
        {owner && (
          <div className="wrap absolute inset-x-0 bottom-3 z-1 flex justify-end">
            <Button tone="line" size="small" className="bg-surface" onClick={() => setChanging("cover")}>
              <ImageUp {...smallIcon} />
              {i18n.t("Change cover")}
            </Button>
          </div>
        )}
      </div>
      <div className="wrap">
        <div className="relative -mt-8 flex flex-wrap items-end gap-x-6 gap-y-2 md:-mt-10">
          <Portrait seller={seller} onChange={owner && (() => setChanging("avatar"))} />
          <Title seller={seller} reviews={reviews} />
          {!owner && <ContactButton seller={seller} isGuest={isGuest} />}
          {owner && (
            <Button tone="line" className="max-md:w-full" onClick={() => setChanging("profile")}>
              {i18n.t("Edit profile")}
            </Button>
          )}
        </div>
      </div>
      {owner && changing === "profile" && <EditShop owner={owner} onClose={close} />}
      {owner && (changing === "avatar" || changing === "cover") && (
        <PictureDialog key={changing} kind={changing} owner={owner} onClose={close} />
      )}
    </div>
  );
}

function Portrait({ seller, onChange }: { seller: Seller; onChange: (() => void) | null }) {
  const { i18n } = useLingui();
  return (
    <div className="relative rounded-full bg-paper p-1">
      <Avatar name={seller.username} src={seller.avatarUrl ?? seller.profileImage} size={120} />
      {onChange && (
        <IconButton
          outlined
          label={i18n.t("Change avatar")}
          className="absolute -right-2 -bottom-1 bg-surface"
          onClick={onChange}
        >
          <Camera {...icon} />
        </IconButton>
      )}
    </div>
  );
}

function ContactButton({ seller, isGuest }: { seller: Seller; isGuest: boolean }) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const contact = () => {
    if (isGuest) {
      showToast({
        title: i18n.t("Authentication Required"),
        text: i18n.t("You need to log in to contact sellers."),
      });
      return navigate(paths.authThen(paths.seller(seller.id)));
    }
    const { id, username, profileImage, avatarUrl } = seller;
    chooseConversation({ userId: id, username, profileImage: avatarUrl ?? profileImage });
    return navigate(paths.messages);
  };
  return (
    <Button className="max-md:w-full" onClick={() => void contact()}>
      <MessageSquare {...icon} />
      {i18n.t("Contact Seller")}
    </Button>
  );
}

function Title({ seller, reviews }: { seller: Seller; reviews: Reviews | undefined }) {
  const { i18n } = useLingui();
  return (
    <div className="min-w-0 flex-1 max-md:basis-full md:pt-14">
      <h1 className="mb-1 break-words text-title">{seller.shopName || seller.username}</h1>
      <p className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-ink-2">
        <span>{seller.username}</span>
        {reviews && <Score reviews={reviews} />}
        <span className="inline-flex items-center gap-1">
          <MapPin {...smallIcon} />
          <span className="sr-only">{i18n.t("Location")}: </span>
          {seller.location || i18n.t("Not specified")}
        </span>
      </p>
    </div>
  );
}

function Score({ reviews: { averageRating, total } }: { reviews: Reviews }) {
  const { i18n } = useLingui();
  if (averageRating === null) return <span className="text-ink-3">{i18n.t("No reviews yet")}</span>;
  return <Rating value={averageRating} count={total} />;
}
