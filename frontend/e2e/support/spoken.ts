import type { Page } from "@playwright/test";

export async function spokenOn(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as { spoken?: string[] }).spoken ?? []);
}

export async function listenOn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const spoken: string[] = [];
    Object.assign(window, { spoken });
    const LIVE = "[role=status],[role=alert],[role=timer],[aria-live]";
    const urgencyOf = (region: Element) =>
      region.getAttribute("aria-live") ??
      ({ alert: "assertive", status: "polite" }[region.getAttribute("role") ?? ""] || "off");
    const record = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      const region = element?.closest(LIVE);
      if (!region) return;
      const words = (region.textContent ?? "").trim();
      const urgency = urgencyOf(region);
      const line = `${urgency}: ${words}`;
      if (urgency !== "off" && words && spoken.at(-1) !== line) spoken.push(line);
    };
    const watch = new MutationObserver((changes) => {
      for (const change of changes) {
        record(change.target);
        for (const node of change.addedNodes) if (node instanceof Element) node.querySelectorAll(LIVE).forEach(record);
      }
    });
    const attributes = { attributes: true, attributeFilter: ["role", "aria-live"] };
    watch.observe(document, { subtree: true, childList: true, characterData: true, ...attributes });
  });
}
