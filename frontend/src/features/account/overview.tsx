import { useLingui } from "@lingui/react";
import { MailWarning, Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { monthAndYear } from "@/lib/time/time";
import { paths } from "@/shared/navigation/paths";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";
import { DetailList } from "@/ui/table";
import { BecomeSeller } from "./become-seller";
import { EditDetails } from "./edit-details";

export function Overview({ user, resend }: { user: User; resend: ReactNode }) {
  const [editing, setEditing] = useState(false);
  return (
    <div className="grid gap-10 pt-5 md:pt-7 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)] lg:gap-18">
      {editing ? (
        <EditDetails user={user} onClose={() => setEditing(false)} />
      ) : (
        <Details user={user} onEdit={() => setEditing(true)} />
      )}
      <aside className="grid content-start gap-4">
        <EmailMessages user={user} resend={resend} />
        {!user.isSeller && <BecomeSeller user={user} />}
        <Ways user={user} />
      </aside>
    </div>
  );
}

function Details({ user, onEdit }: { user: User; onEdit: () => void }) {
  const { i18n } = useLingui();
  const missing = <span className="font-normal text-ink-3">{i18n.t("Not given")}</span>;
  return (
    <section aria-labelledby="details">
      <div className="mb-2 flex min-h-11 items-center justify-between gap-4">
        <h2 id="details" className="text-h3">
          {i18n.t("Your details")}
        </h2>
        <Button tone="line" size="small" onClick={onEdit}>
          <Pencil {...smallIcon} />
          {i18n.t("Edit Profile")}
        </Button>
      </div>
      <DetailList
        facts={[
          [i18n.t("Username"), user.username],
          [i18n.t("Name"), `${user.firstName} ${user.lastName}`],
          [i18n.t("Email"), <Address key="email" email={user.email} />],
          [i18n.t("Shipping address"), user.address || missing],
          [i18n.t("Account type"), user.isSeller ? i18n.t("Seller Account") : i18n.t("Buyer Account")],
          [i18n.t("Member Since"), monthAndYear(user.createdAt)],
        ]}
      />
    </section>
  );
}

/** Breaks before the @ rather than inside a word. Copied text stays the address. */
function Address({ email }: { email: string }) {
  const [person, ...place] = email.split("@");
  return (
    <span className="wrap-anywhere">
      {person}
      <wbr />@{place.join("@")}
    </span>
  );
}

function Ways({ user }: { user: User }) {
  const { i18n } = useLingui();
  const ways: [string, string, string][] = [
    [paths.myBids, i18n.t("My bids"), i18n.t("Where you stand in every auction, running and ended.")],
    [paths.favourites, i18n.t("Favorites"), i18n.t("Bottles you keep an eye on, and your saved searches.")],
  ];
  if (user.isSeller)
    ways.push([paths.dashboard, i18n.t("Seller Dashboard"), i18n.t("Your listings, drafts and figures.")]);
  const safety = user.twoFactor ? i18n.t("Two-step sign-in is on.") : i18n.t("Two-step sign-in is off.");
  ways.push([
    paths.profileTab("settings"),
    i18n.t("Settings"),
    `${safety} ${i18n.t("Password, devices, language, notifications.")}`,
  ]);
  return (
    <nav aria-label={i18n.t("More in your account")}>
      <ul className="border-t border-ink">
        {ways.map(([to, name, text]) => (
          <li key={to} className="relative border-b border-line py-3.5">
            <Link to={to} className="cover-link font-semibold no-underline hover:underline">
              {name}
            </Link>
            <p className="text-small text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function EmailMessages({ user, resend }: { user: User; resend: ReactNode }) {
  const { i18n } = useLingui();
  return (
    <>
      {user.pendingEmail && (
        <Notice as={MailWarning} tone="warn" title={i18n.t("Confirm your new email.")}>
          {i18n.t("Open the link we sent to {email}. Until then we go on using {old}.", {
            email: user.pendingEmail,
            old: user.email,
          })}
        </Notice>
      )}
      {!user.emailVerified && (
        <Notice as={MailWarning} tone="warn" title={i18n.t("Your email is not verified yet.")}>
          <p className="mb-2.5">{i18n.t("Open the link in the mail we sent you.")}</p>
          {resend}
        </Notice>
      )}
    </>
  );
}
