import { listAuction, newName, register, signIn } from "./support/people";
import { type APIRequestContext, expect, test } from "./support/test";

test("P-F1, U1: a person banned while a room is open is signed out at once, and can sign in again to look", async ({
  browser,
  request,
}) => {
  const [seller, buyer] = await Promise.all([1, 2].map(async () => (await browser.newContext()).newPage()));
  if (!seller || !buyer) throw new Error("two browsers are needed");
  const sellerName = newName("seller");
  await register(seller, sellerName);
  await signIn(seller, sellerName);
  const room = await listAuction(seller, "Gaharu Hujan");
  const buyerName = newName("buyer");
  await register(buyer, buyerName);
  await signIn(buyer, buyerName);
  await buyer.goto(room);
  await expect(buyer.getByTestId("connection-state")).toHaveText("Connected");
  await buyer.getByTestId("place-bid").click();
  await expect(buyer.getByText("You are the highest bidder.")).toBeVisible();

  await ban(request, buyerName);
  await expect(buyer.getByRole("button", { name: "My Account" })).toBeHidden();
  await expect(seller.getByTestId("bid-history-row")).toHaveCount(0);

  await buyer.goto("/auth");
  await signIn(buyer, buyerName);
  await buyer.goto(room);
  await buyer.getByTestId("place-bid").click();
  await expect(buyer.getByText("Your account has been banned.").first()).toBeVisible();
});

async function ban(request: APIRequestContext, username: string): Promise<void> {
  const admin = { username: "demo_admin", password: "Wangi-demo-1" };
  const { token } = await (await request.post("/api/v1/auth/login", { data: admin })).json();
  const headers = { Authorization: `Bearer ${token}` };
  const users = await (await request.get(`/api/admin/users?search=${username}`, { headers })).json();
  const data = { isBanned: true, reason: "fake bottles" };
  const banned = await request.patch(`/api/admin/users/${users[0].id}/ban`, { headers, data });
  expect(banned.status(), await banned.text()).toBe(200);
}
