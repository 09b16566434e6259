import { act, fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Providers } from "@/app/providers";
import { dismissToast, readToast, showToast } from "./toast-store";

const shown = () => screen.queryAllByRole("listitem").map((toast) => toast.textContent);

function open() {
  render(
    <Providers>
      <p />
    </Providers>,
  );
}

function swipe(pixels: number) {
  const card = screen.getByRole("listitem");
  const at = (clientX: number) => ({ clientX, clientY: 0, button: 0, pointerType: "touch", bubbles: true });
  fireEvent.pointerDown(card, at(0));
  fireEvent.pointerMove(card, at(20));
  fireEvent.pointerMove(card, at(pixels));
  fireEvent.pointerUp(card, at(pixels));
}

describe("XCUT-07: toasts", () => {
  it("only one toast is shown; the later replaces the earlier", () => {
    open();
    act(() => void showToast({ title: "First" }));
    act(() => void showToast({ title: "Second" }));
    expect(shown()).toEqual(["Second"]);
  });

  it("the same id is updated in place, and not shown twice", () => {
    open();
    act(() => void showToast({ title: "Bid Placed!" }, "bid"));
    act(() => void showToast({ title: "Bid Too Low", tone: "bad" }, "bid"));
    expect(shown()).toEqual(["Bid Too Low"]);
  });

  it("goes after five seconds and is forgotten a million milliseconds later", () => {
    vi.useFakeTimers();
    open();
    act(() => void showToast({ title: "Bid Accepted" }));
    act(() => void vi.advanceTimersByTime(4_900));
    expect(shown()).toHaveLength(1);
    act(() => void vi.advanceTimersByTime(200));
    expect(readToast()?.open).toBe(false);
    act(() => void vi.advanceTimersByTime(999_000));
    expect(readToast()).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1_100));
    expect(readToast()).toBeNull();
  });

  it("F8 brings the focus to the toasts, 420 pixels wide at most", () => {
    open();
    act(() => void showToast({ title: "Here" }));
    expect(screen.getByRole("list")).toHaveClass("max-w-[420px]");
    fireEvent.keyDown(document, { key: "F8", code: "F8" });
    expect(document.activeElement).toBe(screen.getByRole("list"));
  });

  it("a swipe to the right of 50 pixels takes it away, a shorter one does not", () => {
    open();
    act(() => void showToast({ title: "Here" }));
    swipe(49);
    expect(readToast()?.open).toBe(true);
    swipe(51);
    expect(readToast()?.open).toBe(false);
  });

  it("dismissing what is not there does nothing", () => {
    expect(dismissToast()).toBeUndefined();
  });
});
