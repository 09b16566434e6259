/** When a screen itself breaks: the tipped bottle, and a way to start it again. */
import { useLingui } from "@lingui/react";
import { useRouteError } from "@/lib/router";
import { ErrorState } from "@/ui/error-state";

export function RouteError() {
  const { i18n } = useLingui();
  const error = useRouteError();
  const text = isLostChunk(error)
    ? i18n.t("Wangi was updated while you were here. Load the page again to go on.")
    : i18n.t("Something on this page broke. Nothing you have bid or paid is affected.");
  return (
    <main id="main" className="wrap">
      <ErrorState
        heading="h1"
        title={i18n.t("This page did not load")}
        text={text}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}

function isLostChunk(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);
}
