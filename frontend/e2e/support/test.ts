/** Playwright's `test`; pages that one opens beside its own are closed with it, as their clocks and sockets would go on. */
import { test as plain } from "@playwright/test";

export * from "@playwright/test";

export const test = plain.extend<{ allClosed: undefined }>({
  allClosed: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
