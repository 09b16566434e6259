import { useLingui } from "@lingui/react";
import { type FormEvent, useState } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { useCurrentUser } from "@/shared/session/session";
import { SignInFirst } from "@/shared/session/sign-in-first";
import { Button } from "@/ui/button";
import { Switch } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { showToast } from "@/ui/toast-store";
import { useSaveSearch } from "../favourites/api";
import { headingOf } from "../names";
import type { SearchTerms } from "../search/search-terms";

export function SaveSearch({ terms, onClose }: { terms: SearchTerms; onClose: () => void }) {
  const { isGuest } = useCurrentUser();
  return isGuest ? <SignInFirst onClose={onClose} /> : <SaveDialog terms={terms} onClose={onClose} />;
}

function SaveDialog({ terms, onClose }: { terms: SearchTerms; onClose: () => void }) {
  const { i18n } = useLingui();
  const [name, setName] = useState(terms.search ?? headingOf(terms));
  const [byMail, setByMail] = useState(true);
  const save = useSaveSearch();
  const full = save.error && asRefusal(save.error).code === "too_many_searches";
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const saved = await save.mutateAsync({ terms, name, byMail }).catch(() => null);
    if (!saved) return;
    showToast({ title: i18n.t("Search saved"), text: i18n.t("You will find it under Favorites.") });
    onClose();
  };
  return (
    <Dialog
      open
      title={i18n.t("Save this search")}
      onClose={onClose}
      actions={
        <>
          <Button tone="line" onClick={onClose}>
            {i18n.t("Cancel")}
          </Button>
          <Button type="submit" form="save-search" busy={save.isPending}>
            {i18n.t("Save search")}
          </Button>
        </>
      }
    >
      <form id="save-search" onSubmit={submit} className="grid gap-4">
        <TextField
          label={i18n.t("Name of this search")}
          value={name}
          maxLength={80}
          required
          onChange={({ target }) => setName(target.value)}
          error={
            full
              ? i18n.t("You have saved as many searches as one person may. Delete one first.")
              : save.error
                ? messageFor(save.error).text
                : undefined
          }
        />
        <Switch checked={byMail} onChange={({ target }) => setByMail(target.checked)}>
          {i18n.t("Also tell me by mail")}
        </Switch>
      </form>
    </Dialog>
  );
}
