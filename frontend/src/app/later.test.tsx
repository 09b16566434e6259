import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { expect, it } from "vitest";
import { later } from "./later";

it("a part that cannot be fetched leaves the page as it is", async () => {
  const Here = later(async () => () => <p>Asked once</p>);
  const Missing = later(() => Promise.reject(new Error("offline")));
  render(
    <>
      <Suspense fallback={null}>
        <Missing />
      </Suspense>
      <Suspense fallback={null}>
        <Here />
      </Suspense>
    </>,
  );
  expect(await screen.findByText("Asked once")).toBeVisible();
});
