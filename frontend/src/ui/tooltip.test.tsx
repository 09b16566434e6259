import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Tooltip, TooltipProvider } from "./tooltip";

it("AUC-11: the first opens after 700 ms, another within 300 ms of it at once", () => {
  vi.useFakeTimers();
  render(
    <TooltipProvider>
      <Tooltip text="The reserve">
        <button type="button">First</button>
      </Tooltip>
      <Tooltip text="The increment">
        <button type="button">Second</button>
      </Tooltip>
    </TooltipProvider>,
  );
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  const point = (name: string) => fireEvent.pointerMove(screen.getByRole("button", { name }));
  const leave = (name: string) => fireEvent.pointerLeave(screen.getByRole("button", { name }));
  const shown = () => screen.queryByRole("tooltip")?.textContent;
  point("First");
  pass(699);
  expect(shown()).toBeUndefined();
  pass(1);
  expect(shown()).toBe("The reserve");
  leave("First");
  fireEvent.keyDown(document, { key: "Escape" });
  pass(299);
  point("Second");
  expect(shown()).toBe("The increment");
  leave("Second");
  fireEvent.keyDown(document, { key: "Escape" });
  pass(300);
  point("First");
  expect(shown()).toBeUndefined();
  pass(700);
  expect(shown()).toBe("The reserve");
});

it("AUC-10: a tap shows it, for a finger points at nothing; Escape hides it", async () => {
  render(
    <TooltipProvider>
      <Tooltip text="The reserve">
        <button type="button">Reserve</button>
      </Tooltip>
    </TooltipProvider>,
  );
  const user = userEvent.setup();
  await user.pointer({ keys: "[TouchA]", target: screen.getByRole("button", { name: "Reserve" }) });
  expect(screen.getByRole("tooltip")).toHaveTextContent("The reserve");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("tooltip")).toBeNull();
});
