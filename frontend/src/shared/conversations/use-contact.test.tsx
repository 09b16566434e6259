import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, it } from "vitest";
import { Providers } from "@/app/providers";
import { useCurrentUser } from "@/shared/session/session";
import { aUser, signedInAs } from "@/test/makers";
import { useContact } from "./use-contact";

const seller = { id: 7, username: "nurul.a", isDeleted: false, profileImage: null };

function Buttons() {
  const { user } = useCurrentUser();
  const { contact, buy } = useContact({ id: 1, brand: "Noctell", name: "Vesper", sellerId: 7, seller, price: 300 });
  if (!user) return null;
  return (
    <>
      <button type="button" onClick={contact}>
        Contact Seller
      </button>
      <button type="button" onClick={buy}>
        Buy Now
      </button>
    </>
  );
}

it.each([
  ["AUC-44", "Buy Now", "Cannot Purchase Your Own Item"],
  ["AUC-46", "Contact Seller", "Cannot Message Yourself"],
])("%s: %s on one’s own bottle says %s", async (_, name, words) => {
  signedInAs(aUser());
  const router = createMemoryRouter([{ path: "/", element: <Buttons /> }]);
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  await userEvent.setup().click(await screen.findByRole("button", { name }));
  await waitFor(() => expect(screen.getAllByText(words)[0]).toBeVisible());
  expect(router.state.location.pathname).toBe("/");
  expect(sessionStorage.getItem("selectedConversation")).toBeNull();
});
