import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";

async function withoutNetwork() {
  const network = { there: false, asked: 0 };
  vi.resetModules();
  vi.doMock("@/ui/toaster", () => ({
    get Toaster() {
      network.asked += 1;
      if (network.there) return title;
      throw new TypeError("Failed to fetch dynamically imported module");
    },
  }));
  const { readToast, showToast } = await import("@/ui/toast-store");
  const title = () => readToast()?.title;
  const { Providers } = await import("./providers");
  render(
    <Providers>
      <p />
    </Providers>,
  );
  act(() => void showToast({ title: "Connection Error" }));
  await waitFor(() => expect(network.asked).toBeGreaterThan(0));
  expect(screen.queryByText("Connection Error")).toBeNull();
  network.there = true;
  return showToast;
}

it("XCUT-07: a toast shown without a network keeps its sentence once there is one", async () => {
  await withoutNetwork();
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText("Connection Error")).toBeVisible();
});

it("XCUT-07: the next toast is not lost with the first", async () => {
  const showToast = await withoutNetwork();
  act(() => void showToast({ title: "Bid Accepted" }));
  expect(await screen.findByText("Bid Accepted")).toBeVisible();
});
