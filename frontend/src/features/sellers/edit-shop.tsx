import { useLingui } from "@lingui/react";
import { useId } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { useRuledForm } from "@/lib/forms/forms";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { ErrorSummary } from "@/ui/error-summary";
import { TextArea, TextField } from "@/ui/field";
import { showToast } from "@/ui/toast-store";
import { useChangeShop } from "./api";
import { BIO_MOST, type Shop, shopRules } from "./rules";

export function EditShop({ owner, onClose }: { owner: User; onClose: () => void }) {
  const { i18n } = useLingui();
  const formId = useId();
  const ruled = useRuledForm<Shop>({
    name: "shop",
    rules: shopRules(),
    start: shopOf(owner),
    labels: {
      shopName: i18n.t("Shop name"),
      username: i18n.t("Username"),
      firstName: i18n.t("First name"),
      lastName: i18n.t("Last name"),
      location: i18n.t("Location"),
      bio: i18n.t("Bio"),
    },
  });
  const { form, field, summary, onSubmit } = ruled;
  const { save, saving } = useSave(owner, ruled, onClose);
  const left = BIO_MOST - form.watch("bio").length;
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button type="submit" form={formId} busy={saving}>
        {i18n.t("Save Changes")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Edit profile")} onClose={onClose} actions={actions}>
      <form id={formId} noValidate onSubmit={onSubmit(save)} className="grid gap-4">
        <ErrorSummary {...summary} />
        <TextField {...field("shopName")} autoComplete="organization" optional />
        <TextField {...field("username")} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        <div className="grid items-start gap-4 min-[480px]:grid-cols-2">
          <TextField {...field("firstName")} autoComplete="given-name" />
          <TextField {...field("lastName")} autoComplete="family-name" />
        </div>
        <TextField {...field("location")} autoComplete="address-level2" optional />
        <TextArea
          {...field("bio")}
          optional
          hint={i18n.t("{left, plural, one {# character left} other {# characters left}}", { left })}
        />
      </form>
    </Dialog>
  );
}

function shopOf({ shopName, username, firstName, lastName, location, bio }: User): Shop {
  return { shopName: shopName ?? "", username, firstName, lastName, location: location ?? "", bio: bio ?? "" };
}

function useSave(owner: User, { showError, showRefusal }: ReturnType<typeof useRuledForm<Shop>>, onSaved: () => void) {
  const { i18n } = useLingui();
  const change = useChangeShop(owner.id);
  const failed = (error: Error) => {
    if (asRefusal(error).code === "username_taken") return showError("username", i18n.t("Username already taken"));
    if (showRefusal(error)) return;
    showToast({
      title: i18n.t("Error updating profile"),
      text: i18n.t("There was a problem updating your profile. Please try again."),
      tone: "bad",
    });
  };
  const saved = () => {
    showToast({ title: i18n.t("Profile updated"), tone: "good" });
    onSaved();
  };
  return {
    save: (shop: Shop) => change.mutate(shop, { onSuccess: saved, onError: failed }),
    saving: change.isPending,
  };
}
