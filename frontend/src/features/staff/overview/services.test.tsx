import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { refusal } from "@/test/server";
import { type Health, healthPaths } from "./api";

const job = { name: "keep_trimming", lastAt: new Date().toISOString(), waitsSince: null };
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const well: Health = {
  outboxWaiting: 0,
  oldestWaitingAt: null,
  refusedKeys: 0,
  parkedKeys: 0,
  consumerLag: 3,
  p95Ms: 17.6,
  jobs: [job],
};

async function rowsOf(answers: Partial<Record<keyof typeof healthPaths, unknown>>) {
  const health = Object.entries(healthPaths).map(([name, path]) => [
    `GET ${path}`,
    answers[name as keyof typeof healthPaths] ?? well,
  ]);
  openAs("/admin/dashboard", Object.fromEntries(health), { staffRole: "support" });
  const table = within(await screen.findByRole("table", { name: "" }));
  await waitFor(() => expect(table.queryAllByText("ready").length).toBeGreaterThan(0));
  return (name: string) =>
    within(table.getByRole("row", { name: new RegExp(`^${name}`) }))
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
}

it("each service says how it does, and one that does not answer hides none of the others", async () => {
  const cellsOf = await rowsOf({ boost: () => refusal(503, "unavailable") });
  expect(cellsOf("auth")).toEqual(["18 ms", "3", "0", "0", "ready"]);
  await waitFor(() => expect(cellsOf("boost")).toEqual(["–", "–", "–", "–", "does not answer"]));
  expect(cellsOf("admin").at(-1)).toBe("ready");
  expect(callsTo("GET /api/admin/health")).toHaveLength(1);
});

it("what needs a person is said before what is only late", async () => {
  const cellsOf = await rowsOf({
    auth: { ...well, parkedKeys: 2, jobs: [{ ...job, waitsSince: ago(180) }] },
    catalog: { ...well, refusedKeys: 1 },
    auction: { ...well, jobs: [job, { name: "close", lastAt: null, waitsSince: ago(185) }] },
    messaging: { ...well, consumerLag: null, outboxWaiting: 1000 },
    boost: { ...well, outboxWaiting: 4, oldestWaitingAt: ago(90) },
  });
  await waitFor(() => expect(cellsOf("boost").at(-1)).toBe("late"));
  expect(cellsOf("auth").slice(-2)).toEqual(["2", "2 set aside"]);
  expect(cellsOf("catalog").slice(-2)).toEqual(["1", "1 refused by Kafka"]);
  expect(cellsOf("auction").at(-1)).toBe("waits for 3 minclose");
  expect(cellsOf("messaging").slice(1)).toEqual(["–", "1000 or more", "0", "late"]);
});
