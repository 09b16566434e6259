import { useLingui } from "@lingui/react";
import { useRouteError } from "react-router-dom";
import { ErrorState } from "@/ui/error-state";

export function PageError() {
  return (
    <main id="main">
      <RouteError />
    </main>
  );
}

export function RouteError() {
  const { i18n } = useLingui();
  const error = useRouteError();
  const text = isLostChunk(error)
    ? i18n.t("A part of Wangi did not arrive. Load the page again to go on.")
    : i18n.t("Something on this page broke. Nothing you have bid or paid is affected.");
  return (
    <div className="wrap">
      <ErrorState
        heading="h1"
        title={i18n.t("This page did not load")}
        text={text}
        onRetry={() => window.location.reload()}
      />
    </div>
  );
}

function isLostChunk(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);
}
