import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useState } from "react";
import { addMessages, messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import { useCurrentUser } from "@/shared/session/session";
import { hasDuty } from "@/shared/session/staff-duties";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { SelectField } from "@/ui/select";
import { ReasonDialog } from "../layout/reason-dialog";
import { roleNames } from "./account-status";
import { type AccountPage, type AskedRole, type RoleAsked, useRoleChange, useRoleWithdrawal } from "./api";

addMessages(
  {},
  {
    own_role: () => i18n.t("Your own role is changed by two other admins."),
    banned_cannot_serve: () => i18n.t("A banned account cannot serve on the staff."),
  },
);

const ROLES: AskedRole[] = ["support", "moderator", "finance", "admin", "none"];

export function RoleChange({ page: { account, roleAsked } }: { page: AccountPage }) {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const [isOpen, setOpen] = useState(false);
  if (!hasDuty(user, "settings") || user?.id === account.id) return null;
  if (account.isBanned && !account.staffRole && !roleAsked) return null;
  if (roleAsked) return <Asked userId={account.id} name={account.username} request={roleAsked} />;
  return (
    <>
      <div>
        <Button tone="line" size="small" onClick={() => setOpen(true)}>
          {account.staffRole ? i18n.t("Change the role") : i18n.t("Give a role on the staff")}
        </Button>
      </div>
      {isOpen && (
        <RoleDialog
          userId={account.id}
          name={account.username}
          current={account.staffRole ?? "none"}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Asked({ userId, name, request }: { userId: number; name: string; request: RoleAsked }) {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const [agrees, setAgrees] = useState(false);
  const withdrawal = useRoleWithdrawal(userId);
  const isOwn = request.byAdminId === user?.id;
  const words = { role: nameOf(request.role), time: formatDateTime(request.until), reason: request.reason };
  return (
    <Notice
      tone="warn"
      title={isOwn ? i18n.t("You asked for another role") : i18n.t("A colleague asked for another role")}
    >
      <p>{i18n.t("{role}. Until {time} another admin can agree. The reason given: {reason}", words)}</p>
      {withdrawal.error && <p role="alert">{messageFor(withdrawal.error).text}</p>}
      <p className="mt-2 flex flex-wrap gap-2">
        {!isOwn && (
          <Button tone={request.role === "none" ? "danger" : "primary"} size="small" onClick={() => setAgrees(true)}>
            {i18n.t("Agree to the role")}
          </Button>
        )}
        <Button tone="line" size="small" busy={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
          {i18n.t("Take the request back")}
        </Button>
      </p>
      {agrees && <RoleDialog userId={userId} name={name} agreed={request.role} onClose={() => setAgrees(false)} />}
    </Notice>
  );
}

interface DialogProps {
  userId: number;
  name: string;
  agreed?: AskedRole;
  current?: AskedRole;
  onClose: () => void;
}

function RoleDialog({ userId, name, agreed, current, onClose }: DialogProps) {
  const { i18n } = useLingui();
  const others = ROLES.filter((role) => role !== current);
  const [role, setRole] = useState<AskedRole>(agreed ?? others[0] ?? "none");
  const { mutate, isPending, error } = useRoleChange(userId);
  const words = agreed
    ? {
        title: i18n.t("{name}: {role}?", { name, role: nameOf(agreed) }),
        text:
          agreed === "none"
            ? i18n.t("They are signed out everywhere, and are on the staff no more.")
            : i18n.t("The role changes at once. They are signed out everywhere, and their passkeys and keys end."),
        button: i18n.t("Agree to the role"),
      }
    : {
        title: i18n.t("Ask for another role for {name}?", { name }),
        text: i18n.t("Nothing happens until another admin agrees, within 24 hours."),
        button: i18n.t("Ask for the role"),
      };
  const send = (reason: string) => mutate({ role, reason }, { onSuccess: onClose });
  return (
    <ReasonDialog
      {...words}
      isHarmless={role !== "none"}
      busy={isPending}
      error={error}
      onSend={send}
      onClose={onClose}
    >
      {!agreed && (
        <SelectField
          label={i18n.t("Role")}
          value={role}
          onChange={({ target }) => setRole(others.find((role) => role === target.value) ?? role)}
        >
          {others.map((role) => (
            <option key={role} value={role}>
              {nameOf(role)}
            </option>
          ))}
        </SelectField>
      )}
    </ReasonDialog>
  );
}

const nameOf = (role: AskedRole) => roleNames()[role];
