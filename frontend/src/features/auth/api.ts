/** Registering and signing in over HTTP. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api, type Schemas } from "@/lib/api-client";
import { currentUserQuery } from "@/lib/session";
import { storeToken } from "@/lib/token";

export type SignIn = { username: string; password: string } | { email: string; password: string };
export type Registration = Schemas["AuthRegisterIn"];

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SignIn) => answer(api.POST("/api/v1/auth/login", { body })),
    onSuccess: ({ token, user }) => {
      // The member first: with the token alone the page would ask who this is.
      client.setQueryData(currentUserQuery.queryKey, user);
      storeToken(token);
    },
  });
}

export function useRegister() {
  return useMutation({
    mutationFn: (body: Registration) => answer(api.POST("/api/v1/auth/register", { body })),
  });
}
