/** Starts the web app: the words first, so that no sentence changes its language before the reader's eyes. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import "@/styles/app.css";
import { takeLink } from "@/lib/link";
import { keepSessionFresh } from "@/lib/session-keeper";
import { watchOtherTabs } from "@/lib/token";
import { speak, startLanguage } from "@/lib/words";
import { Providers } from "./providers";
import { makeRouter } from "./router";

async function start(root: HTMLElement): Promise<void> {
  takeLink();
  watchOtherTabs();
  keepSessionFresh();
  await speak(startLanguage());
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={makeRouter()} />
      </Providers>
    </StrictMode>,
  );
}

const root = document.getElementById("root");
if (root) void start(root);
