import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removeToken } from "@/lib/session/token";
import { pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aMessage, FARID, SELF } from "@/test/talk-makers";
import { uploadsNow } from "./uploads";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

beforeEach(pretendMessages);
afterEach(removeToken);

const PDF = { name: "receipt.pdf", contentType: "application/pdf", size: 34_567, width: null, height: null };
const PICTURE = { name: "rose.webp", contentType: "image/webp", size: 9_000, width: 700, height: 500 };
const aFile = (name = "receipt.pdf", type = "application/pdf") => new File(["%PDF-1.7"], name, { type });
const chooser = () => screen.findByTestId<HTMLInputElement>("file-input");

function takingFiles(gate: Promise<void> = Promise.resolve()) {
  const ids: string[] = [];
  server.use(
    http.post("*/api/messages/upload-file", async ({ request }) => {
      const form = await request.formData();
      ids.push(String(form.get("clientId")));
      await gate;
      const message = aMessage(shop.messages.length + 1, "", {
        senderId: SELF,
        messageType: "FILE",
        file: PDF,
        fileUrl: "/api/message-files/a?for=7",
      });
      shop.messages.push(message);
      return HttpResponse.json({ success: true, message }, { status: 201 });
    }),
  );
  return ids;
}

describe("attaching", () => {
  it("ANA-07, MSG-25: a chosen file shows that it is on its way, then stands in the thread", async () => {
    let open = () => {};
    const gtag = vi.fn();
    vi.stubGlobal("gtag", gtag);
    takingFiles(new Promise((resolve) => (open = resolve)));
    const { user } = renderApp(`/messages?with=${FARID}`);
    await user.upload(await chooser(), aFile());
    const row = within(await screen.findByTestId("upload"));
    expect(row.getByRole("progressbar", { name: "Sending receipt.pdf" })).toBeVisible();
    open();
    const link = await screen.findByTestId("document");
    expect(link).toHaveAttribute("href", "/api/message-files/a?for=7");
    expect(link).toHaveTextContent("receipt.pdf34 KB");
    expect(screen.queryByTestId("upload")).toBeNull();
    expect(gtag).toHaveBeenCalledWith("event", "message", { recipient_type: "seller" });
  });

  it("a file that is on its way can be cancelled", async () => {
    takingFiles(new Promise(() => {}));
    const { user } = renderApp(`/messages?with=${FARID}`);
    await user.upload(await chooser(), aFile());
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(screen.queryByTestId("upload")).toBeNull();
  });

  it("MSG-42: what was refused says why, and is tried again under the same id", async () => {
    const ids: string[] = [];
    server.use(
      http.post("*/api/messages/upload-file", async ({ request }) => {
        ids.push(String((await request.formData()).get("clientId")));
        return HttpResponse.json({ message: "x", code: "unavailable", details: {} }, { status: 503 });
      }),
    );
    const { user } = renderApp(`/messages?with=${FARID}`);
    await user.upload(await chooser(), aFile());
    expect(await screen.findByText(/Upload Failed/)).toBeVisible();
    const later = takingFiles();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByTestId("document")).toBeVisible();
    expect(later).toEqual(ids);
  });

  it("U26: more than five megabytes never leave the device", async () => {
    const ids = takingFiles();
    const { user } = renderApp(`/messages?with=${FARID}`);
    const large = aFile();
    Object.defineProperty(large, "size", { value: 5 * 1024 * 1024 + 1 });
    await user.upload(await chooser(), large);
    expect(await screen.findByText(/The file is larger than 5 MB/)).toBeVisible();
    expect(ids).toEqual([]);
  });

  it("MSG-09: pasted and dropped files are sent too, one after another", async () => {
    const ids = takingFiles();
    renderApp(`/messages?with=${FARID}`);
    const field = await screen.findByTestId("message-input");
    fireEvent.paste(field, { clipboardData: { files: [aFile("a.pdf")] } });
    fireEvent.drop(field, { dataTransfer: { files: [aFile("b.pdf")], types: ["Files"] } });
    await waitFor(() => expect(ids).toHaveLength(2));
    await waitFor(() => expect(screen.getAllByTestId("document")).toHaveLength(2));
  });

  it("MSG-25: who leaves the conversation finds their files on their way, one after another, to be cancelled", async () => {
    let open = () => {};
    const ids = takingFiles(new Promise((resolve) => (open = resolve)));
    const { user } = renderApp(`/messages?with=${FARID}`);
    await user.upload(
      await chooser(),
      ["a.pdf", "b.pdf", "c.pdf"].map((name) => aFile(name)),
    );
    await screen.findByRole("progressbar", { name: "Sending a.pdf" });
    cleanup();
    const back = renderApp(`/messages?with=${FARID}`).user;
    const rows = await screen.findAllByTestId("upload");
    expect(rows.map((row) => row.textContent)).toEqual(
      ["a", "b", "c"].map((name) => expect.stringContaining(`${name}.pdf`)),
    );
    await back.click(within(rows[1] as HTMLElement).getByRole("button", { name: "Cancel" }));
    cleanup();
    expect(ids).toHaveLength(1);
    open();
    await waitFor(() => expect(ids).toHaveLength(2));
    renderApp(`/messages?with=${FARID}`);
    await waitFor(async () => expect(await screen.findAllByTestId("document")).toHaveLength(2));
    expect(screen.queryByTestId("upload")).toBeNull();
  });

  it("MSG-42: a file that fails while one is elsewhere says so in a toast, and is tried again on the return", async () => {
    let fail = () => {};
    const failing = new Promise<void>((resolve) => (fail = resolve));
    server.use(
      http.post("*/api/messages/upload-file", async () => {
        await failing;
        return HttpResponse.json({ message: "x", code: "unavailable", details: {} }, { status: 503 });
      }),
    );
    const { user } = renderApp(`/messages?with=${FARID}`);
    await user.upload(await chooser(), aFile());
    await screen.findByTestId("upload");
    cleanup();
    renderApp("/nowhere");
    fail();
    await waitFor(() => expect(screen.getAllByText("Upload Failed")[0]).toBeVisible());
    cleanup();
    takingFiles();
    const back = renderApp(`/messages?with=${FARID}`).user;
    await back.click(await screen.findByRole("button", { name: "Retry" }));
    expect(await screen.findByTestId("document")).toBeVisible();
  });

  it("who signs out takes their files away", async () => {
    takingFiles(new Promise(() => {}));
    const { user } = renderApp(`/messages?with=${FARID}`);
    await user.upload(await chooser(), aFile());
    await screen.findByTestId("upload");
    removeToken();
    expect(uploadsNow()).toEqual([]);
  });

  it("MSG-42, U26: a picture opens at full size, and says so when it cannot be loaded", async () => {
    shop.messages.push(aMessage(3, "", { messageType: "FILE", file: PICTURE, fileUrl: "/api/message-files/p?for=7" }));
    const { user } = renderApp(`/messages?with=${FARID}`);
    const button = await screen.findByRole("button", { name: "Open picture rose.webp" });
    const small = button.querySelector("img");
    expect(small).toHaveAttribute("src", "/api/message-files/p?for=7&size=small");
    await user.click(button);
    expect(await screen.findByAltText("rose.webp")).toHaveAttribute("src", "/api/message-files/p?for=7");
    await user.click(screen.getByRole("button", { name: "Close" }));
    if (small) fireEvent.error(small);
    expect(await screen.findByText("Failed to load image")).toBeVisible();
    expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
  });
});
