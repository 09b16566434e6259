import { caseOf, contest, decideByKeyboard, isWell, purchase, reads, reviewed } from "./support/casework";
import { demoMember, newMember } from "./support/members";
import { signIn } from "./support/people";
import { expect, test } from "./support/test";

test("what people wrote and did is reported, decided by one of staff, contested, and looked at by another", async ({
  browser,
}) => {
  const [writer, reader, first, second] = await Promise.all([
    newMember(browser, "writer"),
    newMember(browser, "reader"),
    demoMember(browser, "demo_moderator"),
    demoMember(browser, "demo_moderator2"),
  ]);
  const reports = `/api/conversations/${writer.id}/reports`;

  await test.step("a message is reported, hidden, contested, and its writer’s record is cleared", async () => {
    const content = "You will hear from me, I know your street.";
    const message = await writer.does<{ id: number }>("POST", "/api/messages", { receiverId: reader.id, content });
    await reader.does("POST", reports, { reason: "harassment", messageId: message.id, words: "He threatens me." });
    const id = await caseOf(first, "kind=message", ({ subjectId }) => subjectId === message.id);
    await first.page.goto("/admin/cases?kind=message");
    await first.page.getByRole("link", { name: `Message ${message.id}`, exact: true }).press("Enter");
    await expect(first.page.getByText(content)).toBeVisible();
    await isWell(first.page, "a reported message");
    await decideByKeyboard(first.page, "Hide it");
    await writer.page.goto(`/cases/${id}`);
    await expect(writer.page.getByRole("heading", { name: "A message of yours was removed" })).toBeVisible();
    await contest(writer.page, "I meant that I would send a parcel there.");
    await isWell(writer.page, "an appeal");
    await first.page.reload();
    await expect(first.page.getByText("Another member of staff has to decide this.")).toBeVisible();
    await second.page.goto(`/admin/cases/${id}`);
    await decideByKeyboard(second.page, "Take the first decision back");
    await reads(writer.page, "Your appeal was granted.");
  });

  await test.step("a review is reported, hidden, contested, and can be read again", async () => {
    const review = await reviewed(reader, writer, await purchase(reader, writer));
    const shown = async () => {
      const { reviews } = await reader.does<{ reviews: { id: number }[] }>("GET", `/api/sellers/${reader.id}/reviews`);
      return reviews.some((candidate) => candidate.id === review);
    };
    await reader.does("POST", `/api/reviews/${review}/reports`, { reason: "harassment", words: "It names my street." });
    const id = await caseOf(second, "kind=review", ({ subjectId }) => subjectId === review);
    await second.page.goto(`/admin/cases/${id}`);
    await expect(second.page.getByText("Go and look for him")).toBeVisible();
    await isWell(second.page, "a reported review");
    await decideByKeyboard(second.page, "Hide it");
    expect(await shown()).toBe(false);
    await writer.page.goto(`/cases/${id}`);
    await contest(writer.page, "It is the address of the shop, which is public.");
    await first.page.goto(`/admin/cases/${id}`);
    await decideByKeyboard(first.page, "Take the first decision back");
    await expect.poll(shown).toBe(true);
  });

  await test.step("a person is reported and suspended, and reads in Malay for what", async () => {
    await reader.does("POST", reports, { reason: "scam", words: "He wants the money in advance." });
    const id = await caseOf(first, "kind=person", ({ subjectId }) => subjectId === writer.id);
    await first.page.goto(`/admin/cases/${id}`);
    await decideByKeyboard(first.page, "Suspend the person", { Reason: "Scam" });
    const { page } = writer;
    await page.goto(`/cases/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Your account was suspended" })).toBeVisible();
    await page.getByRole("radio", { name: "Bahasa Melayu" }).press("Space");
    await expect(page.getByRole("heading", { level: 1, name: "Akaun anda telah digantung" })).toBeVisible();
    await expect(page.getByText("Penipuan", { exact: true })).toBeVisible();
    await isWell(page, "a suspension in Malay");
  });

  await test.step("a ban is contested by who may only read, and lifted by the other of staff", async () => {
    const ban = { isBanned: true, code: "harassment", reason: "Wrote to ten people at night." };
    await first.does("PATCH", `/api/admin/users/${reader.id}/ban`, ban);
    const id = await caseOf(first, "kind=sanction&state=closed", ({ about }) => about.id === reader.id);
    const page = await (await browser.newContext()).newPage();
    await page.goto("/auth");
    await signIn(page, reader.name);
    await page.goto(`/cases/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Your account was banned" })).toBeVisible();
    await contest(page, "It was my brother, at my telephone.");
    await second.page.goto(`/admin/cases/${id}`);
    await isWell(second.page, "an appealed ban");
    await decideByKeyboard(second.page, "Lift the ban or suspension");
    await reads(page, "Your appeal was granted.");
  });
});
