import { useLingui } from "@lingui/react";
import type { ProfileChange } from "@/shared/session/account-types";
import { type Given, ProofDialog } from "@/shared/session/proof-dialog";
import { proveByPassword } from "@/shared/session/proofs";
import type { User } from "@/shared/session/session";
import { useChangeProfile } from "./api";

interface Props {
  user: User;
  change: ProfileChange;
  onSaved: (changed: User) => void;
  onClose: () => void;
}

export function ConfirmChange({ user, change, onSaved, onClose }: Props) {
  const { i18n } = useLingui();
  const { mutateAsync } = useChangeProfile(user);
  const movesMail = change.email && change.email !== user.email;
  const isRenamed = [
    [change.firstName, user.firstName],
    [change.lastName, user.lastName],
  ].some(([wanted, knownWord]) => wanted && wanted !== knownWord);
  const act = async ({ password, word }: Given) => {
    const proof = word ?? (await proveByPassword(user, password));
    const changed = await mutateAsync({ ...change, proof });
    onClose();
    onSaved(changed);
  };
  return (
    <ProofDialog
      title={i18n.t("Confirm that it is you")}
      button={movesMail ? i18n.t("Change email") : i18n.t("Save Changes")}
      act={act}
      onClose={onClose}
    >
      {movesMail && (
        <p className="text-ink-2">
          {i18n.t(
            "When the new address is confirmed, your other devices are signed out. We write to the old address too.",
          )}
        </p>
      )}
      {isRenamed && (
        <p className="text-ink-2">
          {i18n.t(
            "Your bank account is in your name. With another name, payouts that wait come back to your wallet, and the next one goes out after seven days.",
          )}
        </p>
      )}
    </ProofDialog>
  );
}
