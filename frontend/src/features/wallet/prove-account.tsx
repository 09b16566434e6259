import { useLingui } from "@lingui/react";
import { asRefusal } from "@/lib/calls/refusal";
import { ProofDialog } from "@/shared/session/proof-dialog";
import { useCurrentUser } from "@/shared/session/session";
import { type AccountForm, type Given, useSettingAccount } from "./api";

const OF_PROOFS = ["invalid_credentials", "invalid_code", "rate_limited", "network", "unavailable"];

interface Props {
  form: AccountForm | null;
  onSaved: () => void;
  onClose: () => void;
  onRefused?: (error: unknown) => void;
}

export function ProveAccount({ form, onSaved, onClose, onRefused }: Props) {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const { mutateAsync } = useSettingAccount();
  if (!user) return null;
  const act = async (given: Given) => {
    try {
      await mutateAsync({ form, user, given });
    } catch (error) {
      if (!onRefused || OF_PROOFS.includes(asRefusal(error).code)) throw error;
      return onRefused(error);
    }
    onSaved();
  };
  return (
    <ProofDialog
      title={i18n.t("Confirm that it is you")}
      button={form ? i18n.t("Save account") : i18n.t("Remove account")}
      tone={form ? "primary" : "danger"}
      act={act}
      onClose={() => onClose()}
    >
      <p className="text-ink-2">
        {form
          ? i18n.t("Payouts that wait come back to your wallet, and the first one to this account waits seven days.")
          : i18n.t("Payouts that wait come back to your wallet. What was sent already goes on.")}
      </p>
    </ProofDialog>
  );
}
