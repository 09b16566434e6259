import { StrictMode, startTransition, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import "@/styles/app.css";
import { setLanguage, startLanguage } from "@/lib/i18n/language";
import { keepDrawing } from "@/lib/page/drawing";
import { takeLink } from "@/lib/session/mail-link";
import { renewSessionEarly } from "@/lib/session/session-renewal";
import { watchOtherTabs } from "@/lib/session/token";
import { startAnalytics } from "@/shared/analytics/analytics";
import { carryOn } from "./carry-on";
import { keepParts } from "./parts";
import { Providers } from "./providers";
import { firstScreen, makeRouter } from "./router";

async function startApp(root: HTMLElement): Promise<void> {
  takeLink();
  startAnalytics();
  watchOtherTabs();
  renewSessionEarly();
  keepParts();
  const router = makeRouter();
  await Promise.all([setLanguage(startLanguage()), firstScreen(router)]);
  const goOn = carryOn(root);
  keepDrawing(root);
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
          <Arrived then={goOn} />
        </Providers>
      </StrictMode>,
    ),
  );
}

function Arrived({ then }: { then: () => void }) {
  useLayoutEffect(() => {
    delete document.documentElement.dataset.drawn;
    then();
  }, [then]);
  return null;
}

const root = document.getElementById("root");
if (root) void startApp(root);
