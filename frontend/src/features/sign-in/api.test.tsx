import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { makeQueryClient } from "@/lib/calls/query-client";
import { useSignIn } from "./api";

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={makeQueryClient()}>{children}</QueryClientProvider>
);

it("AUTH-23: neither a username nor an email is no question for the server", async () => {
  const { result } = renderHook(useSignIn, { wrapper });
  await expect(result.current.mutateAsync({ username: "", password: "longenough" })).rejects.toThrow(
    "Email or username is required",
  );
});
