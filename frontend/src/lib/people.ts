/** The account calls written by hand, for as long as the generated description does not have them. */
import type { components, paths } from "@/generated/api";

type Known = components["schemas"];

export interface User extends Omit<Known["AuthUserOut"], "is_verified"> {
  is_verified?: boolean;
  language?: "en" | "ms";
  theme?: "system" | "light" | "dark";
  pendingEmail?: string | null;
  suspendedUntil?: string | null;
  hasPassword?: boolean;
  twoFactor?: boolean;
}

export interface SignedIn {
  token: string;
  user: User;
}

export interface Seller {
  id: number;
  username: string;
  shopName: string | null;
  bio: string | null;
  location: string | null;
  avatarUrl: string | null;
  profileImage: string | null;
  coverPhoto: string | null;
  isVerified: boolean;
  createdAt: string;
}

export interface SignInBody {
  username?: string;
  email?: string;
  password: string;
  code?: string;
}

export interface ProfileChange {
  firstName?: string;
  lastName?: string;
  email?: string;
  address?: string;
  username?: string;
  shopName?: string;
  location?: string;
  bio?: string;
  isSeller?: true;
  acceptSellerTerms?: true;
  language?: "en" | "ms";
  theme?: "system" | "light" | "dark";
}

export interface DeviceSession {
  id: string;
  device: string;
  place: string | null;
  signedInWith: string;
  createdAt: string;
  lastSeenAt: string;
  current: boolean;
}

export interface Passkey {
  id: number | string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface PasskeyChallenge {
  challengeId: string;
  publicKey: Record<string, unknown>;
}

interface Message {
  message: string;
}
interface Done {
  success: boolean;
  message?: string;
}
interface TwoFactorSecret {
  secret: string;
  uri: string;
  qrSvg: string;
}

/** One call as openapi-fetch reads it: its body, its answer, what stands in its path. */
type Call<Body, Answer, InPath = undefined> = (Body extends undefined
  ? { requestBody?: never }
  : { requestBody: { content: { "application/json": Body } } }) & {
  parameters: { query?: never; header?: never; cookie?: never } & (InPath extends undefined
    ? { path?: never }
    : { path: InPath });
  responses: { 200: { content: { "application/json": Answer } } };
};
type None = undefined;
type Own = { user_id: number };

interface AccountPaths {
  "/api/v1/auth/login": { post: Call<SignInBody, SignedIn> };
  "/api/v1/auth/me": { get: Call<None, User> };
  "/api/v1/auth/forgot-password": { post: Call<{ email: string }, Message> };
  "/api/v1/auth/resend-verification": { post: Call<{ email: string }, Message> };
  "/api/v1/auth/logout-all": { post: Call<None, Done> };
  "/api/v1/auth/session": { post: Call<{ supabaseToken: string; code?: string }, SignedIn> };
  "/api/v1/auth/providers": { get: Call<None, { id: string; name: string }[]> };
  "/api/v1/auth/passkey/options": { post: Call<Record<string, never>, PasskeyChallenge> };
  "/api/v1/auth/passkey": { post: Call<{ challengeId: string; credential: Record<string, unknown> }, SignedIn> };
  "/api/verify-email": { post: Call<{ token: string }, Done & Partial<SignedIn>> };
  "/api/update-password": { post: Call<{ token: string; password: string }, Done> };
  "/api/user/change-password": {
    post: Call<{ currentPassword: string; newPassword: string }, Done & { token: string }>;
  };
  "/api/user/{user_id}": {
    patch: Call<ProfileChange, User, Own>;
    delete: Call<{ password: string }, Done, Own>;
  };
  "/api/user/{user_id}/sessions": { get: Call<None, DeviceSession[], Own> };
  "/api/user/{user_id}/sessions/{session_id}": { delete: Call<None, Done, Own & { session_id: string }> };
  "/api/user/{user_id}/export": { get: Call<None, Record<string, unknown>, Own> };
  "/api/user/{user_id}/two-factor": {
    post: Call<{ password: string }, TwoFactorSecret, Own>;
    delete: Call<{ password: string; code: string }, Done, Own>;
  };
  "/api/user/{user_id}/two-factor/confirm": { post: Call<{ code: string }, { recoveryCodes: string[] }, Own> };
  "/api/user/{user_id}/two-factor/recovery-codes": {
    post: Call<{ password: string; code: string }, { recoveryCodes: string[] }, Own>;
  };
  "/api/user/{user_id}/passkeys": {
    get: Call<None, Passkey[], Own>;
    post: Call<{ challengeId: string; name: string; credential: Record<string, unknown> }, Passkey, Own>;
  };
  "/api/user/{user_id}/passkeys/options": { post: Call<{ password: string }, PasskeyChallenge, Own> };
  "/api/user/{user_id}/passkeys/{passkey_id}": {
    delete: Call<{ password: string }, Done, Own & { passkey_id: Passkey["id"] }>;
  };
  "/api/sellers/{user_id}": { get: Call<None, Seller, { user_id: number }> };
}

export type ApiPaths = Omit<paths, keyof AccountPaths> & AccountPaths;
