import { type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { linkFor } from "./mail";
import { newName, PASSWORD } from "./people";

export interface Member {
  page: Page;
  id: number;
  name: string;
  does: <Answer>(method: string, path: string, data?: unknown) => Promise<Answer>;
}

export async function newMember(browser: Browser, who: string, options: BrowserContextOptions = {}): Promise<Member> {
  const context = await browser.newContext(options);
  const name = newName(who);
  const email = `${name}@wangi.example`;
  const account = { username: name, email, password: PASSWORD, firstName: "Nurul", lastName: "Aisyah" };
  const response = await context.request.post("/api/v1/auth/register", { data: account });
  expect(response.status(), await response.text()).toBe(201);
  const token = (await linkFor(email, "/auth/verify")).split("#access_token=")[1];
  const verified = await context.request.post("/api/verify-email", { data: { token } });
  return of(await context.newPage(), verified);
}

export async function demoMember(browser: Browser, name: string, options: BrowserContextOptions = {}): Promise<Member> {
  const context = await browser.newContext(options);
  const data = { username: name, password: "Wangi-demo-1" };
  return of(await context.newPage(), await context.request.post("/api/v1/auth/login", { data }));
}

async function of(page: Page, answer: Awaited<ReturnType<Page["request"]["post"]>>): Promise<Member> {
  expect(answer.ok(), await answer.text()).toBe(true);
  const { token, user } = (await answer.json()) as { token: string; user: { id: number; username: string } };
  await page.addInitScript((token) => {
    if (!localStorage.getItem("app_token")) localStorage.setItem("app_token", token);
  }, token);
  const headers = { Authorization: `Bearer ${token}` };
  const does = async <Answer>(method: string, path: string, data?: unknown): Promise<Answer> => {
    let answer: Answer | undefined;
    await expect(async () => {
      const came = await page.request.fetch(path, { method, headers, data });
      expect(came.ok(), `${path}: ${await came.text()}`).toBe(true);
      answer = await came.json();
    }).toPass();
    return answer as Answer;
  };
  return { page, id: user.id, name: user.username, does };
}
