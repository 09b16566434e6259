import { cleanup, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { chooseLanguage } from "@/lib/i18n/language";
import { giveConsent, readConsent } from "@/shared/analytics/consent";
import { paths } from "@/shared/navigation/paths";
import { protectionTerms } from "@/test/protection";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

describe("the footer", () => {
  it("leads a guest to the sign-in and back to what they looked at", async () => {
    renderApp("/about?from=lot");
    const footer = within(await screen.findByRole("contentinfo"));
    const link = await footer.findByRole("link", { name: "Sign in or register" });
    expect(link).toHaveAttribute("href", `/auth?redirect=${encodeURIComponent("/about?from=lot")}`);
  });

  it("HDR-06, HDR-07, HDR-08: says what Wangi is, and every link has a target", async () => {
    renderApp("/nowhere");
    const footer = within(await screen.findByRole("contentinfo"));
    expect(footer.getByText("Wangi connects fragrance enthusiasts in Malaysia. Since 2025.")).toBeVisible();
    const targets = footer.getAllByRole("link").map((link) => link.getAttribute("href"));
    for (const target of [
      "/terms-of-service",
      "/privacy-policy",
      "/buying-guide",
      "/auth?redirect=%2Fnowhere",
      "/messages",
      "/profile",
      "/about",
      "/guides/authenticity",
      "/shipping-guidelines",
      "/return-policy",
    ]) {
      expect(targets).toContain(target);
    }
    expect(targets).not.toContain("#");
  });

  it("C37: counting is asked for once, and can be taken back in the footer", async () => {
    const { user } = renderApp("/nowhere");
    await user.click(await screen.findByRole("button", { name: "Yes, count" }));
    expect(readConsent()).toBe("yes");
    expect(screen.queryByRole("button", { name: "No, thank you" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Stop counting my visits" }));
    expect(readConsent()).toBe("no");
  });
});

it("HDR-09: the not-found page begins with a sentence for shoppers, above the quoted developer text", async () => {
  renderApp("/nowhere/at/all");
  const title = await screen.findByRole("heading", { level: 1, name: "404 Page Not Found" });
  expect(screen.getByText("Did you forget to add the page to the router?")).toBeVisible();
  const sentence = screen.getByText("We can’t find this page.");
  expect(sentence.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByRole("link", { name: "Return Home" })).toBeVisible();
});

it("ANA-01, ANA-08: each opened page is reported once, and the loading time of the first", async () => {
  giveConsent("yes");
  const tag = vi.fn();
  window.gtag = tag;
  const { user } = renderApp("/nowhere");
  await screen.findByRole("heading", { level: 1 });
  await user.click(screen.getByRole("link", { name: "Return Home" }));
  await screen.findByRole("heading", { name: "Discover Your Signature Scent" });
  const tracked = (name: string) =>
    tag.mock.calls.filter(([, event]) => event === name).map(([, , params]) => params.page_path);
  expect(tracked("page_view")).toEqual(["/nowhere", "/"]);
  expect(tracked("page_timing")).toHaveLength(1);
  delete window.gtag;
});

describe("STAT-01, STAT-02, STAT-03, STAT-04, HDR-07: the reading pages", () => {
  const STATEMENTS: [string, string, RegExp[]][] = [
    [
      "STAT-01, STAT-04: terms",
      "/terms-of-service",
      [
        /14 Apr 2025/,
        /at least 16/,
        /guardian/,
        /final and binding/,
        /payment window/,
        /suspension or a ban/,
        /not liable/,
        /Escrow is optional.*no guarantee/,
      ],
    ],
    [
      "STAT-02, STAT-04: privacy",
      "/privacy-policy",
      [/26 Apr 2025/, /within 14 days/, /do not sell user data/i, /two-factor.*coming soon/i],
    ],
    [
      "STAT-03, C36: buying guide",
      "/buying-guide",
      [
        /1\. Browse/,
        /2\. Check authenticity/,
        /3\. Contact the seller/,
        /4\. Pay as agreed in the chat/,
        /5\. Confirm and rate/,
        /Buyer protection: coming soon/,
        /Escrow: coming soon/,
        /Seller analytics: coming soon/,
      ],
    ],
    ["HDR-07: about", "/about", [/since 2025/]],
    [
      "HDR-07: authentication",
      "/guides/authenticity",
      [
        /Seven photographs/,
        /the sprayer and its collar/i,
        /cellophane/i,
        /level that fits the story/,
        /batch code tells, and what not/,
        /does not prove that a bottle is genuine/,
        /What to ask in the chat/,
        /Press Report on the listing/,
      ],
    ],
    ["HDR-07: shipping", "/shipping-guidelines", [/burns easily/, /Sabah 88000 to 91309/]],
    ["HDR-07: returns", "/return-policy", [/counterfeit/]],
  ];

  it.each(STATEMENTS)("%s", async (_, address, statements) => {
    renderApp(address);
    expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
    await screen.findByRole("navigation", { name: "On this page" });
    for (const statement of statements) expect(screen.getByRole("main")).toHaveTextContent(statement);
  });

  it("C36: say that protected purchase is open where the operator has switched it on", async () => {
    server.use(http.get("*/api/boost/protection", () => HttpResponse.json(protectionTerms(true))));
    renderApp("/terms-of-service");
    expect(await screen.findByText(/Protected purchase \(escrow\) is optional.*no guarantee/)).toBeVisible();
    expect(screen.getByRole("main")).toHaveTextContent("Where the buyer chooses it");
    cleanup();
    await chooseLanguage("ms");
    renderApp("/terms-of-service");
    expect(await screen.findByText(/Pembelian dilindungi.*Jika pembeli memilihnya/)).toBeVisible();
    await chooseLanguage("en");
    cleanup();
    renderApp("/buying-guide");
    expect(await screen.findByText(/Buyer protection and escrow: open/)).toBeVisible();
    expect(screen.queryByText(/Escrow: coming soon/)).toBeNull();
  });

  it("the guide to authenticity says what protects a buyer, as the operator has it", async () => {
    renderApp("/guides/authenticity");
    expect(await screen.findByText(/is between the two of you. We do not hold it/)).toBeVisible();
    expect(screen.queryByText(/72 hours/)).toBeNull();
    cleanup();
    server.use(http.get("*/api/boost/protection", () => HttpResponse.json(protectionTerms(true))));
    renderApp("/guides/authenticity");
    expect(await screen.findByText(/held while the parcel travels, and for 72 hours/)).toBeVisible();
    expect(screen.queryByText(/We do not hold it/)).toBeNull();
  });

  it.each(["en", "ms"] as const)(
    "links lead to the part about batch codes, and no part promises more (%s)",
    async (language) => {
      const { textOf } = await import(`./routes/texts/authenticity-${language}.ts`);
      for (const isProtected of [true, false]) {
        const { parts } = textOf(isProtected) as { parts: { heading: string }[] };
        const place = Number(paths.batchCodes.split("#part-")[1]);
        expect(parts[place - 1]?.heading).toMatch(/batch code|kod kelompok/);
        expect(parts).toHaveLength(8);
        expect(JSON.stringify(parts)).not.toMatch(/\bauthentic\b|guarantee|certif|dijamin|disahkan tulen/i);
      }
    },
  );

  it("an address that the guide had before leads to it", async () => {
    renderApp("/authentication-guide");
    expect(await screen.findByRole("heading", { level: 1, name: "Authentication Guide" })).toBeVisible();
  });

  it("are there in Malay too", async () => {
    await chooseLanguage("ms");
    renderApp("/terms-of-service");
    expect(await screen.findByRole("heading", { level: 1, name: "Terma Perkhidmatan" })).toBeVisible();
    await chooseLanguage("en");
  });
});
