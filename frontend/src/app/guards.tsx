import { useLingui } from "@lingui/react";
import { type ReactNode, useEffect, useState } from "react";
import { Navigate, Outlet, useLocation, useNavigate } from "react-router-dom";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { usePageTitle } from "@/lib/page/page-title";
import { paths } from "@/shared/navigation/paths";
import { useRightsWatch } from "@/shared/session/rights";
import { useCurrentUser } from "@/shared/session/session";
import { mayOpen } from "@/shared/session/staff-duties";
import { Button, Spinner } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { showToast } from "@/ui/toast-store";

type Area = "seller" | "admin";

export function Guard({ area }: { area?: Area }) {
  const { pathname, search } = useLocation();
  const { user, isPending, error, refetch } = useCurrentUser();
  const needs = area ?? areaOf(pathname);
  const serves = needs === "admin" && Boolean(user?.staffRole) && !user?.waitsForSecondFactor;
  const served = useWasEver(serves);
  useRightsWatch(serves);
  if (isPending) return <Waiting />;
  if (error) return <SessionError error={error} retry={refetch} />;
  if (!user) {
    const signIn = `${paths.auth}?redirect=${encodeURIComponent(pathname + search)}`;
    return pathname === paths.messages ? <GuestOfMessages signIn={signIn} /> : <Navigate to={signIn} replace />;
  }
  if (needs === "seller" && !user.isSeller) return <SellerRequired />;
  if (needs === "admin" && served && !user.staffRole) return <RightsLost />;
  if (needs === "admin" && user.waitsForSecondFactor) return <SecondFactorRequired isOn={user.twoFactor} />;
  if (needs === "admin" && !user.staffRole) return <AdminRequired />;
  if (needs === "admin" && !mayOpen(user, pathname)) return <OtherRoleRequired />;
  return <Outlet />;
}

function useWasEver(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo);
  useEffect(() => {
    if (isSo) setWasSo(true);
  }, [isSo]);
  return wasSo;
}

export function SellerGuard() {
  return <Guard area="seller" />;
}

function areaOf(pathname: string): Area | undefined {
  if (pathname.includes("seller")) return "seller";
  return pathname.includes("admin") ? "admin" : undefined;
}

function Waiting() {
  const { i18n } = useLingui();
  return (
    <div role="status" className="wrap grid min-h-80 place-items-center">
      <Spinner className="size-8" />
      <span className="sr-only">{i18n.t("Loading")}</span>
    </div>
  );
}

function SessionError({ error, retry }: { error: Error; retry: () => void }) {
  const { i18n } = useLingui();
  return (
    <div className="wrap">
      <ErrorState heading="h1" title={i18n.t("This page did not load")} text={messageFor(error).text} onRetry={retry} />
    </div>
  );
}

function GuestOfMessages({ signIn }: { signIn: string }) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const title = i18n.t("Authentication Error");
  const text = i18n.t("You must be logged in to view conversations.");
  useEffect(() => {
    showToast({ title, text, tone: "bad" }, "messages-guest");
    void navigate(signIn, { replace: true });
  }, [title, text, signIn, navigate]);
  const link = (
    <Button asChild tone="line">
      <Link to={signIn}>{i18n.t("Sign In")}</Link>
    </Button>
  );
  return (
    <Refused title={title} action={link}>
      {text}
    </Refused>
  );
}

function SellerRequired() {
  const { i18n } = useLingui();
  return (
    <Refused title={i18n.t("Seller Account Required")}>
      {i18n.t("You need a seller account to access this page.")}
    </Refused>
  );
}

function AdminRequired() {
  const { i18n } = useLingui();
  return (
    <Refused title={i18n.t("Admin Access Required")}>
      {i18n.t("You need administrator privileges to access this page.")}
    </Refused>
  );
}

function RightsLost() {
  const { i18n } = useLingui();
  const title = i18n.t("Admin Access Required");
  const text = i18n.t("You are no longer on the staff.");
  useEffect(() => {
    showToast({ title, text, tone: "bad" }, "rights-lost");
  }, [title, text]);
  return <Navigate to={paths.home} replace />;
}

function SecondFactorRequired({ isOn }: { isOn: boolean }) {
  const { i18n } = useLingui();
  const link = (
    <Button asChild>
      <Link to={paths.profileTab("settings")}>{i18n.t("Turn on two-step sign-in")}</Link>
    </Button>
  );
  return (
    <Refused title={i18n.t("Two-Step Sign-In Required")} action={isOn ? undefined : link}>
      {isOn
        ? i18n.t("Two-step sign-in is on. Ask an operator to give you your role again.")
        : i18n.t("Staff signs in with a code from their phone as well. Turn that on, then ask for your role again.")}
    </Refused>
  );
}

function OtherRoleRequired() {
  const { i18n } = useLingui();
  return (
    <Refused title={i18n.t("Another Role Required")}>
      {i18n.t("Your role on the staff does not open this page.")}
    </Refused>
  );
}

function Refused({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const { i18n } = useLingui();
  usePageTitle(title);
  const home = (
    <Button asChild tone="line">
      <Link to={paths.home}>{i18n.t("Return Home")}</Link>
    </Button>
  );
  return (
    <div className="wrap">
      <EmptyState drawing="label" heading="h1" title={title} action={action ?? home}>
        {children}
      </EmptyState>
    </div>
  );
}
