/** The map of addresses to screens; a screen's code is fetched when it is first opened. */
import { createBrowserRouter, type RouteObject } from "react-router-dom";
import { RouteError } from "./error-boundary";
import { Guard } from "./guards";
import { Layout } from "./layout";
import { AuctionPage } from "./routes/auction";
import { HomePage } from "./routes/home";
import { NotFoundPage } from "./routes/not-found";

const authScreen = { lazy: async () => ({ Component: (await import("./routes/auth")).AuthPage }) };
const verifySession = {
  lazy: async () => ({ Component: (await import("./routes/verify-session")).VerifySessionPage }),
};
const kit: RouteObject[] = import.meta.env.DEV
  ? [{ path: "/kit", lazy: async () => ({ Component: (await import("./kit/kit-page")).KitPage }) }]
  : [];

/** Addresses that need an account. Where the screen itself is not built yet, a member sees the not-found screen. */
const MEMBERS_ONLY = ["/messages", "/seller/dashboard", "/admin/dashboard", "/boost-checkout"];

export const routes: RouteObject[] = [
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <div />,
    children: [
      { path: "/auth", ...authScreen },
      { path: "/login", ...authScreen },
      { path: "/register", ...authScreen },
      {
        path: "/auth/verify",
        lazy: async () => ({ Component: (await import("./routes/verify-redirect")).VerifyRedirectPage }),
      },
      { path: "/verify-email", ...verifySession },
      { path: "/auth-verify", ...verifySession },
      {
        path: "/reset-password",
        lazy: async () => ({ Component: (await import("./routes/reset-password")).ResetPasswordPage }),
      },
      {
        path: "/auth-callback",
        lazy: async () => ({ Component: (await import("./routes/auth-callback")).AuthCallbackPage }),
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
                lazy: async () => ({ Component: (await import("./routes/products")).ProductsPage }),
              },
              {
                path: "/products/:id",
                lazy: async () => ({ Component: (await import("./routes/product")).ProductPage }),
              },
              { path: "/auctions/:id", element: <AuctionPage /> },
              { path: "/auction/:id", element: <AuctionPage /> },
              {
                path: "/sell/auction",
                element: <Guard area="seller" />,
                children: [
                  { index: true, lazy: async () => ({ Component: (await import("./routes/sell")).SellPage }) },
                ],
              },
              {
                path: "/sellers/:id",
                lazy: async () => ({ Component: (await import("./routes/seller")).SellerPage }),
              },
              {
                path: "/profile",
                element: <Guard />,
                children: [
                  { index: true, lazy: async () => ({ Component: (await import("./routes/profile")).ProfilePage }) },
                ],
              },
              {
                path: "/seller/profile",
                element: <Guard />,
                children: [
                  { index: true, lazy: async () => ({ Component: (await import("./routes/own-shop")).OwnShopPage }) },
                ],
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
