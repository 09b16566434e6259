import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { OfflineNotice } from "./offline-notice";
import { keepParts } from "./parts";

const miss = (file: string) =>
  act(() => void window.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload: new Error(file) })));

it("a blocked counter is no loss; any other part is asked for by a new page, when the reader wants it", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  keepParts();
  render(
    <I18nProvider i18n={i18n}>
      <OfflineNotice />
    </I18nProvider>,
  );
  miss("Failed to fetch dynamically imported module: https://wangi.example/assets/counter-C4a2.js");
  expect(screen.queryByRole("status")).not.toBeInTheDocument();
  miss("Failed to fetch dynamically imported module: https://wangi.example/assets/commands-C4a2.js");
  expect(screen.getByRole("status")).toHaveTextContent("A part of this page did not come.");
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Load the page again" }));
  expect(reload).toHaveBeenCalledTimes(1);
});
