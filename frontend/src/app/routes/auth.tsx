import { useLingui } from "@lingui/react";
import { Mail } from "lucide-react";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { ForgotForm, ResendForm } from "@/features/sign-in/only-email";
import { OtherWays } from "@/features/sign-in/other-ways";
import { RegisterForm } from "@/features/sign-in/register-form";
import { ResendButton } from "@/features/sign-in/resend";
import { SignInForm } from "@/features/sign-in/sign-in-form";
import { type SignInWays, SignInWaysMessage } from "@/features/sign-in/sign-in-ways";
import { usePageTitle } from "@/lib/page/page-title";
import { paths, safeReturnPath } from "@/shared/navigation/paths";
import { useCurrentUser } from "@/shared/session/session";
import { Notice } from "@/ui/notice";
import { TabPanel, Tabs } from "@/ui/tabs";
import { AuthFrame } from "../auth-frame";

export function AuthPage() {
  const { user } = useCurrentUser();
  const [params] = useSearchParams();
  if (user) return <Navigate to={safeReturnPath(params.get("redirect"))} replace />;
  return (
    <AuthFrame>
      <View />
    </AuthFrame>
  );
}

function useTo() {
  const [params] = useSearchParams();
  const redirect = params.get("redirect");
  return (next: Record<string, string>) =>
    `${paths.auth}?${new URLSearchParams({ ...next, ...(redirect && { redirect }) })}`;
}

function View() {
  const [params] = useSearchParams();
  const view = params.get("view");
  if (view === "resend") return <Resend />;
  return view === "forgot" ? <Forgot /> : <Forms />;
}

function Resend() {
  const { i18n } = useLingui();
  usePageTitle(i18n.t("A new verification link"));
  const [params] = useSearchParams();
  return <ResendForm back={useTo()({})} redirect={params.get("redirect")} />;
}

function Forgot() {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const to = useTo();
  usePageTitle(i18n.t("Forgot password"));
  return <ForgotForm back={to({})} onSent={() => navigate(to({ reset: "requested" }), { replace: true })} />;
}

function Forms() {
  const { i18n } = useLingui();
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const handled = useMade();
  const navigate = useNavigate();
  const to = useTo();
  const tabParam = params.get("tab") ?? (pathname === "/register" ? "register" : "signin");
  const tab = tabParam === "register" ? "register" : "signin";
  usePageTitle(tab === "register" ? i18n.t("Register") : i18n.t("Sign In"));
  return (
    <>
      <h1 className="sr-only">{i18n.t("Sign in or register")}</h1>
      <Tabs
        label={i18n.t("Sign in or register")}
        value={tab}
        onChange={(next) => navigate(to({ tab: next }), { replace: true })}
        tabs={[
          { value: "signin", label: i18n.t("Sign In") },
          { value: "register", label: i18n.t("Register") },
        ]}
      >
        <TabPanel value="signin" className="pt-7">
          <SignInMessages />
          <SignInForm key={handled.username} username={handled.username} forgot={to({ view: "forgot" })}>
            <OtherWays redirect={safeReturnPath(params.get("redirect"))} />
          </SignInForm>
        </TabPanel>
        <TabPanel value="register" className="pt-7">
          <RegisterForm
            redirect={params.get("redirect")}
            onRegistered={(account) => navigate(to({ registration: "success" }), { replace: true, state: account })}
          />
        </TabPanel>
      </Tabs>
    </>
  );
}

function useMade() {
  return (useLocation().state ?? {}) as { username?: string; email?: string; ways?: SignInWays };
}

function SignInMessages() {
  const { i18n } = useLingui();
  const { email, ways } = useMade();
  const [params] = useSearchParams();
  if (params.get("registration") === "success") {
    return (
      <Notice tone="good" as={Mail} role="status" title={i18n.t("Your account is nearly ready.")} className="mb-5">
        {i18n.t("Please check your email for a verification link.")}
        {email && (
          <div className="mt-2.5">
            <ResendButton email={email} redirect={params.get("redirect")} />
          </div>
        )}
      </Notice>
    );
  }
  if (params.get("reset") === "requested") {
    return (
      <Notice tone="warn" as={Mail} role="status" title={i18n.t("Check your email.")} className="mb-5">
        {i18n.t("A password reset email was sent.")} {i18n.t("Its link works once, and only for a short time.")}
      </Notice>
    );
  }
  if (ways) return <SignInWaysMessage ways={ways} />;
  if (params.get("verified") !== "true") return null;
  return (
    <Notice tone="good" role="status" title={i18n.t("Email verified successfully")} className="mb-5">
      {i18n.t("Your account has been verified. You can now sign in.")}
    </Notice>
  );
}
