import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { personMoney, staffAccount } from "@/test/staff-makers";

vi.setConfig({ testTimeout: 30_000 });

const staff = { staffRole: "admin" as const };
const account = staffAccount();
const page = { account, emailHash: "e3b0c442", signIns: [], acts: [], banAsked: null, roleAsked: null };
const answers = {
  "GET /api/admin/users/9": page,
  "GET /api/admin/orders": [],
  "GET /api/admin/cases/about/9": { cases: [], sanctions: [], reported: [], filed: 0, agreed: 0 },
  "GET /api/admin/auctions/strikes/9": { strikes: [], pausedUntil: null },
  "GET /api/admin/risk/about/9": { pairs: [] },
  "GET /api/admin/boost/people/9": personMoney(),
};

it("another role is asked for, a second admin agrees, and either takes the request back", async () => {
  let requestBody: object | null = null;
  const { user } = openAs(
    "/admin/people/9",
    {
      ...answers,
      "GET /api/admin/users/9": () => HttpResponse.json({ ...page, roleAsked: requestBody }),
      "PATCH /api/admin/users/9/role": () => {
        requestBody = { byAdminId: 3, role: "finance", reason: "Pays out.", askedAt: NOW, until: NOW };
        return HttpResponse.json(account);
      },
      "DELETE /api/admin/users/9/role": () => {
        requestBody = null;
        return HttpResponse.json(account);
      },
    },
    staff,
  );
  await user.click(await screen.findByRole("button", { name: "Give a role on the staff" }));
  const first = await screen.findByRole("dialog", { name: "Ask for another role for siti?" });
  await user.selectOptions(within(first).getByLabelText("Role"), "Finance");
  expect(within(first).getByRole("button", { name: "Ask for the role" })).not.toHaveClass("bg-rosella");
  await user.type(within(first).getByRole("textbox"), "Pays out.");
  await user.click(within(first).getByRole("button", { name: "Ask for the role" }));
  await waitFor(() => expect(screen.getByText("The role was asked for")).toBeVisible());
  expect(await screen.findByText("A colleague asked for another role")).toBeVisible();
  expect(screen.getByText(/^Finance\. Until .* The reason given: Pays out\./)).toBeVisible();
  expect(screen.getByRole("button", { name: "Agree to the role" })).not.toHaveClass("bg-rosella");
  await user.click(screen.getByRole("button", { name: "Agree to the role" }));
  const second = await screen.findByRole("dialog", { name: "siti: Finance?" });
  await user.type(within(second).getByRole("textbox"), "Yes.");
  await user.click(within(second).getByRole("button", { name: "Agree to the role" }));
  await waitFor(() => expect(callsTo("PATCH /api/admin/users/9/role")).toHaveLength(2));
  expect(callsTo("PATCH /api/admin/users/9/role")[1]?.body).toEqual({ role: "finance", reason: "Yes." });
  await user.click(await screen.findByRole("button", { name: "Take the request back" }));
  expect(await screen.findByRole("button", { name: "Give a role on the staff" })).toBeVisible();
});

it("who is no admin is offered no role to give", async () => {
  openAs("/admin/people/9", answers, { staffRole: "moderator" as const });
  expect(await screen.findByText("siti@wangi.example")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Give a role on the staff" })).toBeNull();
});
