import { expect } from "@playwright/test";

const CATCHER = process.env.WANGI_MAIL ?? `http://localhost:${process.env.WANGI_MAIL_PORT ?? 8025}`;

export async function linkFor(address: string, beginning: string): Promise<string> {
  let mailLink: string | undefined;
  await expect(async () => {
    mailLink = (await linksTo(address)).find((link) => link.startsWith(beginning));
    expect(mailLink, `a link to ${beginning} for ${address}`).toBeDefined();
  }).toPass();
  return mailLink ?? "";
}

export async function mailFor(address: string, atLeast: number): Promise<string[]> {
  let words: string[] = [];
  await expect(async () => {
    words = (await textsTo(address)).filter((text) => !text.includes("/auth/verify"));
    expect(words.length).toBeGreaterThanOrEqual(atLeast);
  }).toPass();
  return words;
}

async function textsTo(address: string): Promise<string[]> {
  const answer = await fetch(`${CATCHER}/api/messages?to=${encodeURIComponent(address)}`);
  if (!answer.ok) return textsFromMailpit(address);
  return ((await answer.json()) as { subject: string; text: string }[]).map(
    ({ subject, text }) => `${subject} ${text}`,
  );
}

async function linksTo(address: string): Promise<string[]> {
  const answer = await fetch(`${CATCHER}/api/messages?to=${encodeURIComponent(address)}`);
  const bodies = answer.ok ? ((await answer.json()) as { links: string[] }[]).flatMap(({ links }) => links) : [];
  return (answer.ok ? bodies : await linksFromMailpit(address)).map(pathOf);
}

async function linksFromMailpit(address: string): Promise<string[]> {
  const texts = await textsFromMailpit(address);
  return texts.flatMap((text) => text.match(/https?:\/\/[^\s"'<>]+/g) ?? []);
}

async function textsFromMailpit(address: string): Promise<string[]> {
  const read = async (path: string) => (await fetch(`${CATCHER}/api/v1/${path}`)).json();
  const { messages } = (await read(`search?query=${encodeURIComponent(`to:${address}`)}`)) as {
    messages: { ID: string }[];
  };
  return Promise.all(messages.map(async ({ ID }) => String((await read(`message/${ID}`)).Text)));
}

/** The shop may have another host name than the links in its mails. */
function pathOf(link: string): string {
  const { pathname, search, hash } = new URL(link);
  return pathname + search + hash;
}
