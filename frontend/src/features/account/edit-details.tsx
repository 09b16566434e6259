import { useLingui } from "@lingui/react";
import { useState } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { useRuledForm } from "@/lib/forms/forms";
import { messageFor } from "@/lib/i18n/refusal-messages";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { ErrorSummary } from "@/ui/error-summary";
import { TextArea, TextField } from "@/ui/field";
import { showToast } from "@/ui/toast-store";
import { useChangeProfile } from "./api";
import { ConfirmChange } from "./confirm-change";
import { type Details, detailsRules } from "./rules";

export function EditDetails({ user, onClose }: { user: User; onClose: () => void }) {
  const { i18n } = useLingui();
  const { field, summary, onSubmit, showRefusal } = useRuledForm<Details>({
    name: "details",
    rules: detailsRules(),
    start: { firstName: user.firstName, lastName: user.lastName, email: user.email, address: user.address ?? "" },
    labels: {
      firstName: i18n.t("First name"),
      lastName: i18n.t("Last name"),
      email: i18n.t("Email"),
      address: i18n.t("Shipping address"),
    },
  });
  const { save, saving, unconfirmed, saved, stop } = useSave(user, showRefusal, onClose);
  if (unconfirmed) return <ConfirmChange user={user} change={unconfirmed} onSaved={saved} onClose={stop} />;
  return (
    <form noValidate onSubmit={onSubmit(save)} className="grid content-start gap-4">
      <h2 className="text-h3">{i18n.t("Edit Profile")}</h2>
      <ErrorSummary {...summary} />
      <div className="grid items-start gap-4 min-[480px]:grid-cols-2">
        <TextField {...field("firstName")} autoComplete="given-name" />
        <TextField {...field("lastName")} autoComplete="family-name" />
      </div>
      <TextField
        {...field("email")}
        type="email"
        autoComplete="email"
        hint={i18n.t("We will send a link to the new address. Until you open it, the old one stays.")}
      />
      <TextArea {...field("address")} autoComplete="street-address" optional />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving}>
          {i18n.t("Save Changes")}
        </Button>
        <Button tone="line" onClick={onClose}>
          {i18n.t("Cancel")}
        </Button>
      </div>
    </form>
  );
}

function useSave(user: User, showRefusal: (error: unknown) => boolean, onSaved: () => void) {
  const { i18n } = useLingui();
  const change = useChangeProfile(user);
  const [unconfirmed, setUnconfirmed] = useState<Details | null>(null);
  const failed = (error: Error, details: Details) => {
    if (asRefusal(error).code === "proof_needed") return setUnconfirmed(details);
    if (showRefusal(error)) return;
    const spoken = asRefusal(error).code === "network" ? "" : messageFor(error).text;
    const text = spoken || i18n.t("Failed to update profile. Please try again.");
    showToast({ title: i18n.t("Update failed"), text, tone: "bad" });
  };
  const saved = (changed: User) => {
    const waits = changed.pendingEmail && changed.pendingEmail !== user.pendingEmail;
    showToast({
      title: i18n.t("Profile updated"),
      text: waits ? i18n.t("Open the link we sent to {email}.", { email: changed.pendingEmail }) : undefined,
      tone: "good",
    });
    onSaved();
  };
  return {
    save: (details: Details) =>
      change.mutate(details, { onSuccess: saved, onError: (error) => failed(error, details) }),
    saving: change.isPending,
    unconfirmed,
    saved,
    stop: () => setUnconfirmed(null),
  };
}
