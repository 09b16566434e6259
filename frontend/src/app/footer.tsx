import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Language } from "@/lib/i18n/language";
import { type Theme, useTheme } from "@/lib/page/theme";
import { giveConsent, useConsent } from "@/shared/analytics/consent";
import { paths } from "@/shared/navigation/paths";
import { usePreferences } from "@/shared/session/preferences";
import { useCurrentUser } from "@/shared/session/session";
import { Link } from "@/ui/link";
import { Logo } from "@/ui/logo";
import { Segments } from "@/ui/segments";

export function Footer() {
  const { i18n } = useLingui();
  return (
    <footer className="room section-gap pt-14 pb-10 has-[+nav]:pb-14 max-md:pb-26 max-md:has-[+nav]:pb-30">
      <div className="wrap">
        <div className="grid grid-cols-2 gap-8 md:grid-cols-4 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]">
          <div className="col-span-full grid content-start gap-4 lg:col-span-1">
            <Logo className="h-[31px] justify-self-start" />
            <p className="serif max-w-[16ch] text-part leading-[1.12]">
              {i18n.t("Good perfume should be finished by somebody.")}
            </p>
            <p className="text-small text-ink-2">
              {i18n.t("Wangi connects fragrance enthusiasts in Malaysia. Since 2025.")}
            </p>
          </div>
          <Column title={i18n.t("Shop")}>
            <FooterLink to={paths.products}>{i18n.t("All Perfumes")}</FooterLink>
            <FooterLink to={paths.auctions}>{i18n.t("Live Auctions")}</FooterLink>
            <FooterLink to={paths.guide}>{i18n.t("Buying Guide")}</FooterLink>
            <FooterLink to={paths.authentication}>{i18n.t("Authentication Guide")}</FooterLink>
          </Column>
          <Column title={i18n.t("Sell")}>
            <FooterLink to={paths.dashboard}>{i18n.t("Seller Dashboard")}</FooterLink>
            <FooterLink to={paths.shipping}>{i18n.t("Shipping Guidelines")}</FooterLink>
            <FooterLink to={paths.returns}>{i18n.t("Return Policy")}</FooterLink>
          </Column>
          <Column title={i18n.t("Wangi")}>
            <FooterLink to={paths.about}>{i18n.t("About Us")}</FooterLink>
            <FooterLink to={paths.terms}>{i18n.t("Terms of Service")}</FooterLink>
            <FooterLink to={paths.privacy}>{i18n.t("Privacy Policy")}</FooterLink>
            <AnalyticsSwitch />
          </Column>
          <Account />
        </div>
        <div className="mt-10 grid gap-4 md:grid-cols-2 lg:max-w-180">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        <p className="mt-12 flex flex-wrap justify-between gap-x-8 gap-y-2 border-t border-line pt-5 text-meta text-ink-2">
          <span>{i18n.t("© 2025 to 2026 Wangi. All prices in Malaysian ringgit (RM).")}</span>
          <span>{i18n.t("Before you pay a stranger, check the account at Semak Mule.")}</span>
        </p>
      </div>
    </footer>
  );
}

function Account() {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const { pathname, search } = useLocation();
  const signIn = pathname === paths.home || import.meta.env.SSR ? paths.auth : paths.authThen(pathname + search);
  return (
    <Column title={i18n.t("Your account")}>
      {user === null && <FooterLink to={signIn}>{i18n.t("Sign in or register")}</FooterLink>}
      <FooterLink to={paths.profile}>{i18n.t("Profile")}</FooterLink>
      <FooterLink to={paths.messages}>{i18n.t("Messages")}</FooterLink>
    </Column>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1.5 text-small font-semibold">{title}</p>
      <ul>{children}</ul>
    </div>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        className="inline-flex min-h-11 items-center text-small text-ink-2 no-underline hover:text-ink hover:underline md:min-h-9"
      >
        {children}
      </Link>
    </li>
  );
}

function AnalyticsSwitch() {
  const { i18n } = useLingui();
  const consent = useConsent();
  if (consent === null) return null;
  return (
    <li>
      <button
        type="button"
        onClick={() => giveConsent(consent === "yes" ? "no" : "yes")}
        className="min-h-11 text-left text-small text-ink-2 hover:text-ink hover:underline md:min-h-9"
      >
        {consent === "yes" ? i18n.t("Stop counting my visits") : i18n.t("Allow counting my visits")}
      </button>
    </li>
  );
}

function LanguageSwitch() {
  const { i18n } = useLingui();
  const { setLanguage } = usePreferences();
  const choices: { value: Language; label: string }[] = [
    { value: "en", label: "English" },
    { value: "ms", label: "Bahasa Melayu" },
  ];
  return (
    <Segments label={i18n.t("Language")} value={i18n.locale as Language} choices={choices} onChange={setLanguage} />
  );
}

function ThemeSwitch() {
  const { i18n } = useLingui();
  const { setTheme } = usePreferences();
  const choices: { value: Theme; label: string }[] = [
    { value: "system", label: i18n.t("As the device") },
    { value: "light", label: i18n.t("Light") },
    { value: "dark", label: i18n.t("Dark") },
  ];
  return <Segments label={i18n.t("Theme")} value={useTheme()} choices={choices} onChange={setTheme} />;
}
