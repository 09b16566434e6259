import type { ReactNode } from "react";
import type { User } from "@/shared/session/session";
import { ApiKeys } from "./api-keys/api-keys";
import { ChangeEmail } from "./change-email";
import { DeleteAccount } from "./delete-account";
import { Notifications } from "./notifications/notifications";
import { PushDevices } from "./notifications/push-devices";
import { Preferences } from "./preferences";
import { ChangePassword } from "./security/change-password";
import { Devices } from "./security/devices";
import { Passkeys } from "./security/passkeys";
import { TwoFactor } from "./security/two-factor";
import { Webhooks } from "./webhooks/webhooks";
import { YourData } from "./your-data";

interface Props {
  user: User;
  notifications: ReactNode;
  onGone: () => void;
}

export function Settings({ user, notifications, onGone }: Props) {
  return (
    <>
      <ChangePassword user={user} />
      <ChangeEmail user={user} />
      <TwoFactor user={user} />
      <Passkeys user={user} />
      <Devices user={user} onGone={onGone} />
      <Preferences />
      <Notifications>{notifications}</Notifications>
      <PushDevices user={user} />
      <ApiKeys user={user} />
      <Webhooks user={user} />
      <YourData user={user} />
      <DeleteAccount user={user} onGone={onGone} />
    </>
  );
}
