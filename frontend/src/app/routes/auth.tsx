/** Sign in and register: one screen behind `/auth`, `/login` and `/register`. */
import { useLingui } from "@lingui/react";
import { Mail } from "lucide-react";
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { AuthAside } from "@/features/auth/auth-aside";
import { RegisterForm } from "@/features/auth/register-form";
import { SignInForm } from "@/features/auth/sign-in-form";
import { paths, safeReturnPath } from "@/lib/paths";
import { useCurrentUser } from "@/lib/session";
import { Logo } from "@/ui/logo";
import { Notice } from "@/ui/notice";
import { TabPanel, Tabs } from "@/ui/tabs";
import { SkipLink } from "../layout";
import { OfflineNotice } from "../offline-notice";
import { usePageTitle } from "../page-title";

export function AuthPage() {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const [params] = useSearchParams();
  if (user) return <Navigate to={safeReturnPath(params.get("redirect"))} replace />;
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,46%)]">
      <SkipLink />
      <div className="flex flex-col px-4 pt-2 pb-6 md:px-12 md:py-5">
        <header>
          <Link
            to={paths.home}
            aria-label={i18n.t("Wangi, home")}
            className="inline-flex min-h-11 items-center text-ink"
          >
            <Logo />
          </Link>
        </header>
        <OfflineNotice />
        <main id="main" className="mx-auto w-full max-w-110 py-5 md:my-auto md:py-8">
          <h1 className="sr-only">{i18n.t("Sign in or register")}</h1>
          <Forms />
        </main>
        <footer className="mx-auto mt-auto w-full max-w-110 text-meta text-ink-3">
          {i18n.t("Everyone on Wangi can buy and sell. We do not sell your data.")}
        </footer>
      </div>
      <AuthAside />
    </div>
  );
}

function Forms() {
  const { i18n } = useLingui();
  const [params] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const tab = params.get("tab") ?? (pathname === "/register" ? "register" : "signin");
  usePageTitle(tab === "register" ? i18n.t("Register") : i18n.t("Sign In"));
  const show = (next: Record<string, string>, username?: string) =>
    navigate(`${paths.auth}?${new URLSearchParams({ ...next, ...returnPart(params) })}`, {
      replace: true,
      state: { username },
    });
  return (
    <Tabs
      label={i18n.t("Sign in or register")}
      value={tab === "register" ? "register" : "signin"}
      onChange={(next) => show({ tab: next })}
      tabs={[
        { value: "signin", label: i18n.t("Sign In") },
        { value: "register", label: i18n.t("Register") },
      ]}
    >
      <TabPanel value="signin" className="pt-7">
        <SignInNotices />
        <SignInForm key={state?.username} username={state?.username} />
      </TabPanel>
      <TabPanel value="register" className="pt-7">
        <RegisterForm onRegistered={(username) => show({ registration: "success" }, username)} />
      </TabPanel>
    </Tabs>
  );
}

function returnPart(params: URLSearchParams): Record<string, string> {
  const wanted = params.get("redirect");
  return wanted ? { redirect: wanted } : {};
}

function SignInNotices() {
  const { i18n } = useLingui();
  const [params] = useSearchParams();
  if (params.get("registration") === "success") {
    return (
      <Notice tone="good" as={Mail} role="status" fact={i18n.t("Your account is ready.")} className="mb-5">
        {i18n.t("Please check your email for a verification link.")}
      </Notice>
    );
  }
  if (params.get("reset") === "requested") {
    return (
      <Notice tone="warn" as={Mail} role="status" fact={i18n.t("Check your email.")} className="mb-5">
        {i18n.t("A password reset email was sent.")}
      </Notice>
    );
  }
  if (params.get("verified") !== "true") return null;
  return (
    <Notice tone="good" role="status" fact={i18n.t("Email verified successfully")} className="mb-5">
      {i18n.t("Your account has been verified. You can now sign in.")}
    </Notice>
  );
}
