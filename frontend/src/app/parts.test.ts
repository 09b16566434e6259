/** A part of the app that did not come. */
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { server } from "@/test/server";
import { keepParts } from "./parts";

it("while Wangi is away the page stays; then a missed part begins it anew, once in a minute", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  const asked = vi.fn();
  let isThere = false;
  server.use(
    http.head("*/", () => {
      asked();
      return isThere ? new HttpResponse() : HttpResponse.error();
    }),
  );
  keepParts();
  const miss = () => window.dispatchEvent(new Event("vite:preloadError"));
  miss();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  expect(reload).not.toHaveBeenCalled();
  isThere = true;
  miss();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  miss();
  await Promise.resolve();
  expect(asked).toHaveBeenCalledTimes(2);
  expect(reload).toHaveBeenCalledTimes(1);
});
