import { useLingui } from "@lingui/react";
import { useState } from "react";
import { bottleName } from "@/shared/listings/listing-words";
import { Button } from "@/ui/button";
import { ReasonDialog } from "../layout/reason-dialog";
import { useRemoving, useRestoring } from "../overview/api";

interface Named {
  id: number;
  name: string;
}

export function ListingActions({ listing }: { listing: Named & { status: string } }) {
  const { i18n } = useLingui();
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending } = useRestoring();
  return (
    <div>
      {listing.status === "removed" ? (
        <Button tone="line" size="small" busy={isPending} onClick={() => mutate(listing.id)}>
          {i18n.t("Restore")}
        </Button>
      ) : (
        <Button tone="line" size="small" onClick={() => setAsked(true)}>
          {i18n.t("Remove")}
        </Button>
      )}
      {isAsked && <RemoveDialog listing={listing} onClose={() => setAsked(false)} />}
    </div>
  );
}

export function RemoveDialog({ listing: { id, name }, onClose }: { listing: Named; onClose: () => void }) {
  const { i18n } = useLingui();
  const { mutate, isPending, error } = useRemoving();
  return (
    <ReasonDialog
      title={i18n.t("Remove {name}?", { name: bottleName(name) })}
      text={i18n.t(
        "It is taken out of the shop, a running auction of it ends for good, what is left of its boosts is credited, and its seller reads your reason and can appeal.",
      )}
      button={i18n.t("Remove listing")}
      listed
      busy={isPending}
      error={error}
      onSend={(reason, code) => mutate({ id, code, reason }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
