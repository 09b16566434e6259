import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { AuthAside } from "@/features/sign-in/auth-aside";
import { paths } from "@/shared/navigation/paths";
import { Link } from "@/ui/link";
import { Logo } from "@/ui/logo";
import { SkipLink } from "./layout";
import { OfflineNotice } from "./offline-notice";

export function AuthFrame({ children }: { children: ReactNode }) {
  const { i18n } = useLingui();
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
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full outline-none max-w-110 py-5 md:pt-[clamp(16px,9dvh,104px)] md:pb-8"
        >
          {children}
        </main>
        <footer className="mx-auto mt-auto w-full max-w-110 text-meta text-ink-3">
          {i18n.t("Everyone on Wangi can buy and sell. We do not sell your data.")}
        </footer>
      </div>
      <AuthAside />
    </div>
  );
}
