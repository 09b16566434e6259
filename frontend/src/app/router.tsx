import { createBrowserRouter, Navigate, type RouteObject } from "react-router-dom";
import { PageError, RouteError } from "./error-boundary";
import { Layout } from "./layout";
import { HomePage } from "./routes/home";
import { lazyScreen } from "./screen";

const authScreen = { lazy: lazyScreen(async () => (await import("./routes/auth")).AuthPage) };
const verifySession = {
  lazy: lazyScreen(async () => (await import("./routes/verify-session")).VerifySessionPage),
};
/** Guests' first page loads without the guards. */
const members = { lazy: lazyScreen(async () => (await import("./guards")).Guard) };
const sellers = { lazy: lazyScreen(async () => (await import("./guards")).SellerGuard) };
const ofMembers = (path: string, load: Parameters<typeof lazyScreen>[0]): RouteObject => ({
  path,
  ...members,
  children: [{ index: true, lazy: lazyScreen(load) }],
});
const notFound = { lazy: lazyScreen(async () => (await import("./routes/not-found")).NotFoundPage) };
const auctionScreen = { lazy: lazyScreen(async () => (await import("./routes/auction")).AuctionPage) };
const READING = [
  "terms-of-service",
  "privacy-policy",
  "buying-guide",
  "about",
  "guides/authenticity",
  "shipping-guidelines",
  "return-policy",
];
const reading: RouteObject[] = READING.map((name) => ({
  path: `/${name}`,
  lazy: lazyScreen(async () => (await import("./routes/reading")).ReadingPage),
}));
const kit: RouteObject[] = import.meta.env.DEV
  ? [{ path: "/kit", lazy: lazyScreen(async () => (await import("./kit/kit-page")).KitPage) }]
  : [];

export const routes: RouteObject[] = [
  {
    errorElement: <PageError />,
    hydrateFallbackElement: <></>,
    children: [
      { path: "/auth", ...authScreen },
      { path: "/login", ...authScreen },
      { path: "/register", ...authScreen },
      {
        path: "/auth/verify",
        lazy: lazyScreen(async () => (await import("./routes/verify-redirect")).VerifyRedirectPage),
      },
      { path: "/verify-email", ...verifySession },
      { path: "/auth-verify", ...verifySession },
      {
        path: "/reset-password",
        lazy: lazyScreen(async () => (await import("./routes/reset-password")).ResetPasswordPage),
      },
      {
        path: "/undo-email",
        lazy: lazyScreen(async () => (await import("./routes/undo-email")).UndoEmailPage),
      },
      {
        path: "/auth-callback",
        lazy: lazyScreen(async () => (await import("./routes/auth-callback")).AuthCallbackPage),
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
                lazy: lazyScreen(async () => (await import("./routes/products")).ProductsPage),
              },
              {
                path: "/products/:id",
                lazy: lazyScreen(async () => (await import("./routes/product")).ProductPage),
              },
              { path: "/auctions/:id", ...auctionScreen },
              { path: "/auction/:id", ...auctionScreen },
              {
                path: "/sell",
                ...sellers,
                children: [
                  { index: true, lazy: lazyScreen(async () => (await import("./routes/sell")).SellPage) },
                  { path: "auction", lazy: lazyScreen(async () => (await import("./routes/sell")).SellPage) },
                  { path: "listed/:id", lazy: lazyScreen(async () => (await import("./routes/sell")).ListedPage) },
                ],
              },
              ofMembers("/seller/dashboard", async () => (await import("./routes/dashboard")).DashboardPage),
              ofMembers("/boost-checkout", async () => (await import("./routes/boost")).BoostCheckoutPage),
              ofMembers("/boosts/:id/receipt", async () => (await import("./routes/boost")).BoostReceiptPage),
              {
                path: "/sellers/:id",
                lazy: lazyScreen(async () => (await import("./routes/seller")).SellerPage),
              },
              ...reading,
              ofMembers("/searches/:id", async () => (await import("./routes/saved-search")).SavedSearchPage),
              ofMembers("/orders/:id", async () => (await import("./routes/order")).OrderPage),
              ofMembers("/cases/:kind?/:id", async () => (await import("./routes/own-case")).OwnCasePage),
              ofMembers("/my-bids", async () => (await import("./routes/my-bids")).MyBidsPage),
              ofMembers("/messages", async () => (await import("./routes/messages")).MessagesPage),
              ofMembers("/profile", async () => (await import("./routes/profile")).ProfilePage),
              ofMembers("/seller/profile", async () => (await import("./routes/own-shop")).OwnShopPage),
              { path: "/admin", element: <Navigate to="/admin/dashboard" replace /> },
              { path: "/authentication-guide", element: <Navigate to="/guides/authenticity" replace /> },
              ofMembers("/admin/money/:id?", async () => (await import("./routes/staff-money")).MoneyPage),
              ofMembers("/admin/dashboard", async () => (await import("./routes/staff")).StaffDashboardPage),
              ofMembers("/admin/orders/:id", async () => (await import("./routes/staff-order")).StaffOrderPage),
              ofMembers("/admin/people/:id", async () => (await import("./routes/staff-user")).StaffUserPage),
              ofMembers("/admin/cases/:id?", async () => (await import("./routes/staff-cases")).CasesPage),
              ofMembers("/admin/payments/:id?", async () => (await import("./routes/staff-cases")).PaymentCasesPage),
              ofMembers("/admin/disputes/:id?", async () => (await import("./routes/staff")).DisputesPage),
              ofMembers("/admin/listings/:id", async () => (await import("./routes/staff-listing")).StaffListingPage),
              ofMembers("/admin/risk", async () => (await import("./routes/staff-cases")).RiskPage),
              ofMembers("/admin/audit", async () => (await import("./routes/staff")).AuditPage),
              ofMembers("/admin/settings", async () => (await import("./routes/staff")).SettingsPage),
              { path: "*", ...notFound },
            ],
          },
        ],
      },
    ],
  },
];

export const makeRouter = () => createBrowserRouter(routes);

/** A navigation to the same address keeps the scroll position: the drawing may have been scrolled already. */
export const firstScreen = (router: Pick<ReturnType<typeof makeRouter>, "revalidate">) => router.revalidate();
