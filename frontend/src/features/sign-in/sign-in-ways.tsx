import { useLingui } from "@lingui/react";
import { Notice } from "@/ui/notice";
import type { useReset } from "./api";

export type SignInWays = Partial<
  Pick<
    NonNullable<ReturnType<typeof useReset>["data"]>,
    "removedPasskeys" | "removedSecondFactor" | "removedProviders" | "keptPasskeys" | "keptProviders"
  >
>;

export function SignInWaysMessage({ ways }: { ways: SignInWays }) {
  const { i18n } = useLingui();
  const names = (list: string[] = []) => list.join(", ");
  const removed = names([
    ...(ways.removedPasskeys ?? []),
    ...(ways.removedSecondFactor ? [i18n.t("Two-step sign-in")] : []),
    ...(ways.removedProviders ?? []),
  ]);
  const keptNames = names([...(ways.keptPasskeys ?? []), ...(ways.keptProviders ?? [])]);
  if (!(removed || keptNames)) return null;
  return (
    <Notice tone="warn" role="status" title={i18n.t("Review how you sign in.")} className="mb-5">
      {removed && (
        <p>
          {i18n.t("Removed because they were added in the last 30 days: {names}.", { names: removed })}{" "}
          {i18n.t("You can add them again in your settings.")}
        </p>
      )}
      {keptNames && (
        <p>
          {i18n.t("Can still sign in: {names}.", { names: keptNames })}{" "}
          {i18n.t("If one of them isn't yours, sign in and remove it, or contact us.")}
        </p>
      )}
    </Notice>
  );
}
