import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";

it("ADM-15: staff writes to a user from the list, and the conversation has their name", async () => {
  const zara = { id: 12, username: "zara", email: "zara@wangi.example", isSeller: true, createdAt: NOW };
  const { user, path } = openAs(
    "/admin/dashboard",
    {
      "GET /api/admin/users": [zara],
      "GET /api/conversations": [],
      "GET /api/conversations/12": null,
      "GET /api/messages/conversation/12": [],
    },
    { staffRole: "admin" },
  );
  const row = within(await screen.findByTestId("account-row"));
  await user.click(row.getByRole("link", { name: "Message" }));
  expect(await screen.findByRole("region", { name: "Conversation with zara" })).toBeVisible();
  expect(path()).toBe("/messages?with=12");
});
