import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { formatDateTime } from "@/lib/time/time";
import { canUsePasskeys } from "@/shared/session/passkeys";
import { type Given, ProofDialog } from "@/shared/session/proof-dialog";
import { passkeysQuery } from "@/shared/session/proofs";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { icon } from "@/ui/icon";
import { showToast } from "@/ui/toast-store";
import { type Passkey, useAddPasskey, useRemovePasskey } from "../api";
import { ListStates } from "../list-states";
import { Section } from "../section";

export function Passkeys({ user }: { user: User }) {
  const { i18n } = useLingui();
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  const query = useQuery(passkeysQuery(user));
  return (
    <Section
      title={i18n.t("Passkeys")}
      text={i18n.t("Sign in with your fingerprint, face or screen lock instead of a password.")}
    >
      <ListStates query={query}>{(passkeys) => <Rows passkeys={passkeys} onRemove={setLeaving} />}</ListStates>
      {canUsePasskeys() ? (
        <Button tone="line" className="mt-4" onClick={() => setAdding(true)}>
          {i18n.t("Add a passkey")}
        </Button>
      ) : (
        <p className="mt-4 text-small text-ink-3">{i18n.t("This browser has no passkeys.")}</p>
      )}
      {adding && <Add user={user} onClose={() => setAdding(false)} />}
      {leaving && <Remove user={user} passkey={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  );
}

function Rows({ passkeys, onRemove }: { passkeys: Passkey[]; onRemove: (passkey: Passkey) => void }) {
  const { i18n } = useLingui();
  if (passkeys.length === 0) return <p className="text-ink-2">{i18n.t("You have no passkey yet.")}</p>;
  return (
    <ul className="border-t border-line">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex items-center gap-3 border-b border-line py-3">
          <KeyRound {...icon} className="flex-none text-ink-2" />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{passkey.name}</p>
            <p className="text-meta text-ink-3">
              {passkey.lastUsedAt
                ? i18n.t("Last used {when}", { when: formatDateTime(passkey.lastUsedAt) })
                : i18n.t("Added {when}, not used yet", { when: formatDateTime(passkey.createdAt) })}
            </p>
          </div>
          <Button
            tone="line"
            size="small"
            aria-label={i18n.t("Remove {name}", { name: passkey.name })}
            onClick={() => onRemove(passkey)}
          >
            {i18n.t("Remove")}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Add({ user, onClose }: { user: User; onClose: () => void }) {
  const { i18n } = useLingui();
  const add = useAddPasskey(user);
  const act = async ({ password, word, name }: Given) => {
    const created = await add.mutateAsync({ password, word, name });
    if (!created) return showToast({ title: i18n.t("No passkey was made") });
    showToast({ title: i18n.t("Passkey added"), tone: "good" });
    onClose();
  };
  return (
    <ProofDialog
      title={i18n.t("Add a passkey")}
      button={i18n.t("Continue")}
      needs={{ name: true }}
      act={act}
      onClose={onClose}
    >
      <p className="text-ink-2">{i18n.t("Your device will ask you next. Your fingerprint and face never reach us.")}</p>
    </ProofDialog>
  );
}

function Remove({ user, passkey, onClose }: { user: User; passkey: Passkey; onClose: () => void }) {
  const { i18n } = useLingui();
  const remove = useRemovePasskey(user);
  const act = async ({ password, word }: Given) => {
    await remove.mutateAsync({ passkey, password, word });
    showToast({ title: i18n.t("Passkey removed") });
    onClose();
  };
  return (
    <ProofDialog
      title={i18n.t("Remove {name}", { name: passkey.name })}
      button={i18n.t("Remove")}
      tone="danger"
      act={act}
      onClose={onClose}
    >
      <p className="text-ink-2">{i18n.t("Nobody can sign in with it any more.")}</p>
    </ProofDialog>
  );
}
