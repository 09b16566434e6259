/** Closes the pages a test opened, because their timers and sockets would go on. */
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
