/** The whole app at an address, as a person opens it. */
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Providers } from "@/app/providers";
import { routes } from "@/app/router";
import { createMemoryRouter, RouterProvider } from "@/lib/router";

export function renderApp(address: string) {
  const router = createMemoryRouter(routes, address);
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { user: userEvent.setup(), path: () => router.state.location.pathname + router.state.location.search };
}
