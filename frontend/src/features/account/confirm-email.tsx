/** Asks who you are before the mail to a new address goes out. */
import { useLingui } from "@lingui/react";
import type { ProfileChange } from "@/lib/session/people";
import type { User } from "@/lib/session/session";
import { proveByPassword, useChangeProfile } from "./api";
import { type Given, ProofDialog } from "./proof-dialog";

interface Props {
  user: User;
  /** What waits to be saved, the new address among it. */
  change: ProfileChange;
  onSaved: (changed: User) => void;
  onClose: () => void;
}

export function ConfirmEmail({ user, change, onSaved, onClose }: Props) {
  const { i18n } = useLingui();
  const { mutateAsync } = useChangeProfile(user);
  const act = async ({ password, word }: Given) => {
    const proof = word ?? (await proveByPassword(user, password));
    const changed = await mutateAsync({ ...change, proof });
    onClose();
    onSaved(changed);
  };
  return (
    <ProofDialog title={i18n.t("Confirm that it is you")} button={i18n.t("Change email")} act={act} onClose={onClose}>
      <p className="text-ink-2">
        {i18n.t(
          "When the new address is confirmed, your other devices are signed out. We write to the old address too.",
        )}
      </p>
    </ProofDialog>
  );
}
