/** The map of addresses to screens; a screen's code is fetched when it is first opened. */
import type { ComponentType } from "react";
import { createBrowserRouter, type RouteObject } from "@/lib/router";
import { speakOfAll } from "@/lib/words";
import { RouteError } from "./error-boundary";
import { Guard } from "./guards";
import { Layout } from "./layout";
import { HomePage } from "./routes/home";
import { NotFoundPage } from "./routes/not-found";

/** A screen with the words it needs. */
function screen(fetched: () => Promise<ComponentType>) {
  return async () => {
    const [Component] = await Promise.all([fetched(), speakOfAll()]);
    return { Component };
  };
}

const authScreen = { lazy: screen(async () => (await import("./routes/auth")).AuthPage) };
const verifySession = {
  lazy: screen(async () => (await import("./routes/verify-session")).VerifySessionPage),
};
const auctionScreen = { lazy: screen(async () => (await import("./routes/auction")).AuctionPage) };
const READING = [
  "terms-of-service",
  "privacy-policy",
  "buying-guide",
  "about",
  "authentication-guide",
  "shipping-guidelines",
  "return-policy",
];
const reading: RouteObject[] = READING.map((name) => ({
  path: `/${name}`,
  lazy: screen(async () => (await import("./routes/reading")).ReadingPage),
}));
const kit: RouteObject[] = import.meta.env.DEV
  ? [{ path: "/kit", lazy: screen(async () => (await import("./kit/kit-page")).KitPage) }]
  : [];

/** Addresses that need an account. Where the screen itself is not built yet, a member sees the not-found screen. */
const MEMBERS_ONLY = ["/messages", "/admin/dashboard", "/boost-checkout"];

export const routes: RouteObject[] = [
  {
    errorElement: <RouteError />,
    children: [
      { path: "/auth", ...authScreen },
      { path: "/login", ...authScreen },
      { path: "/register", ...authScreen },
      {
        path: "/auth/verify",
        lazy: screen(async () => (await import("./routes/verify-redirect")).VerifyRedirectPage),
      },
      { path: "/verify-email", ...verifySession },
      { path: "/auth-verify", ...verifySession },
      {
        path: "/reset-password",
        lazy: screen(async () => (await import("./routes/reset-password")).ResetPasswordPage),
      },
      {
        path: "/auth-callback",
        lazy: screen(async () => (await import("./routes/auth-callback")).AuthCallbackPage),
      },
      ...kit,
      {
        element: <Layout />,
        children: [
          {
            errorElement: <RouteError />,
            children: [
              { path: "/", element: <HomePage /> },
              {
                path: "/products",
                lazy: screen(async () => (await import("./routes/products")).ProductsPage),
              },
              {
                path: "/products/:id",
                lazy: screen(async () => (await import("./routes/product")).ProductPage),
              },
              { path: "/auctions/:id", ...auctionScreen },
              { path: "/auction/:id", ...auctionScreen },
              {
                path: "/sell",
                element: <Guard area="seller" />,
                children: [
                  { index: true, lazy: screen(async () => (await import("./routes/sell")).SellPage) },
                  { path: "auction", lazy: screen(async () => (await import("./routes/sell")).SellPage) },
                  { path: "listed/:id", lazy: screen(async () => (await import("./routes/sell")).ListedPage) },
                ],
              },
              {
                path: "/seller/dashboard",
                element: <Guard />,
                children: [
                  {
                    index: true,
                    lazy: screen(async () => (await import("./routes/dashboard")).DashboardPage),
                  },
                ],
              },
              {
                path: "/sellers/:id",
                lazy: screen(async () => (await import("./routes/seller")).SellerPage),
              },
              ...reading,
              {
                path: "/searches/:id",
                element: <Guard />,
                children: [
                  {
                    index: true,
                    lazy: screen(async () => (await import("./routes/saved-search")).SavedSearchPage),
                  },
                ],
              },
              {
                path: "/my-bids",
                element: <Guard />,
                children: [{ index: true, lazy: screen(async () => (await import("./routes/my-bids")).MyBidsPage) }],
              },
              {
                path: "/profile",
                element: <Guard />,
                children: [{ index: true, lazy: screen(async () => (await import("./routes/profile")).ProfilePage) }],
              },
              {
                path: "/seller/profile",
                element: <Guard />,
                children: [{ index: true, lazy: screen(async () => (await import("./routes/own-shop")).OwnShopPage) }],
              },
              ...MEMBERS_ONLY.map((path) => ({
                path,
                element: <Guard />,
                children: [{ index: true, element: <NotFoundPage /> }],
              })),
              { path: "*", element: <NotFoundPage /> },
            ],
          },
        ],
      },
    ],
  },
];

export const makeRouter = () => createBrowserRouter(routes);
