import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { type Language, loadAllMessages, setLanguage } from "@/lib/i18n/language";
import { Providers } from "./providers";
import { firstScreen, routes } from "./router";

export async function drawPage(path: string, language: Language): Promise<string> {
  await Promise.all([setLanguage(language), loadAllMessages()]);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  await firstScreen(router);
  const page = document.createElement("div");
  const root = createRoot(page);
  flushSync(() =>
    root.render(
      <Providers>
        <RouterProvider router={router} />
      </Providers>,
    ),
  );
  while (!page.querySelector("[data-guests]")) await new Promise((done) => setTimeout(done, 1));
  const drawn = page.innerHTML;
  root.unmount();
  return drawn;
}
