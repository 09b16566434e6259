import { Buffer } from "node:buffer";
import { signIn } from "./support/people";
import { expect, test } from "./support/test";

const PASSWORD = "Wangi-demo-1";

test("MSG-25, MSG-26, U26: a picture opens at full size and a document is saved", async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto("/auth");
  await signIn(page, "demo_buyer", PASSWORD);
  const seller = await page.evaluate(async () => {
    const answer = await fetch("/api/products?limit=1");
    const body = await answer.json();
    return (body.products ?? body)[0].sellerId as number;
  });
  await page.goto(`/messages?with=${seller}`);
  const png = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 900, height: 600 });
    const pen = canvas.getContext("2d");
    if (pen) Object.assign(pen, { fillStyle: "#a33" }).fillRect(200, 100, 500, 400);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  await page.getByTestId("file-input").setInputFiles([
    { name: "bottle.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") },
    { name: "receipt.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF") },
    { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<script>alert(1)</script>") },
  ]);
  await expect(page.getByTestId("document").last()).toContainText("receipt.pdf");
  await expect(page.getByText(/Upload Failed/)).toBeVisible();
  const picture = page.getByRole("button", { name: "Open picture bottle.webp" }).last();
  await expect(picture).toBeVisible();
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/files.png` });
  await picture.click();
  await expect(page.getByAltText("bottle.webp")).toBeVisible();
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/zoom.png` });
  await page.keyboard.press("Escape");
  await expect(picture).toBeFocused();
  if (process.env.LOOK) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.screenshot({ path: `${process.env.LOOK}/phone.png` });
  }
  const saved = page.waitForEvent("download");
  await page.getByTestId("document").last().click();
  expect((await saved).suggestedFilename()).toBe("receipt.pdf");
  await page.getByRole("button", { name: "Remove" }).click();
});
