import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { refusal } from "@/test/server";

vi.setConfig({ testTimeout: 30_000 });
afterEach(() => vi.restoreAllMocks());

const staff = { staffRole: "admin" as const };
const none = () => HttpResponse.json([], { headers: { "X-Total-Count": "0" } });
const lists = {
  "GET /api/products": [],
  "GET /api/admin/boost/held": { deals: 0, amount: 0, currency: "MYR" },
  "GET /api/admin/overview": { since: "2026-11-19", until: "2026-11-20", events: [] },
  "GET /api/admin/users": none,
  "GET /api/admin/cases/waiting": [],
  "GET /api/admin/boost/waiting": [],
  "GET /api/admin/orders": [],
  "GET /api/products/all": none,
};

it.each([
  ["?search=siti&role=seller", "users", "?search=siti&role=seller"],
  ["?role=staff&accountStatus=banned&search=", "users", "?role=staff&accountStatus=banned"],
  ["?tab=orders&status=shipped", "orders", "?status=shipped"],
  ["?tab=listings", "products", ""],
  ["?tab=listings&search=oud&status=reported&seller=zara", "products", "?search=oud&status=reported&seller=zara"],
])("the file of %s is asked for with the filters of the page", async (address, list, query) => {
  const path = `GET /api/admin/${list}/export.csv`;
  const createUrl = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  // happy-dom would follow the link.
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const { user } = openAs(
    `/admin/dashboard${address}`,
    { ...lists, [path]: () => HttpResponse.text("\uFEFFid,name\r\n1,Siti\r\n") },
    staff,
  );
  await user.click(await screen.findByRole("button", { name: "Export (CSV)" }));
  await waitFor(() => expect(createUrl).toHaveBeenCalledOnce());
  expect(callsTo(path)[0]?.query).toBe(query);
  const file = createUrl.mock.calls[0]?.[0] as Blob;
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe("id,name\r\n1,Siti\r\n");
});

it("a file of the record that could not be made says so", async () => {
  const { user } = openAs(
    "/admin/audit",
    {
      "GET /api/admin/audit": [],
      "GET /api/admin/audit/chain": { checked: 2, isWhole: true, faults: [], heads: {} },
      "GET /api/admin/audit/export.csv": refusal(503, "unavailable"),
    },
    staff,
  );
  await user.click(await screen.findByRole("button", { name: "Export (CSV)" }));
  await waitFor(() => expect(screen.getAllByText("The file could not be made")[0]).toBeVisible());
});
