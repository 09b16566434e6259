import { TooltipProvider } from "@/ui/tooltip";
import { Controls } from "./controls";
import { Foundations } from "./foundations";
import { Surfaces } from "./surfaces";

export function KitPage() {
  return (
    <main id="main" className="grid lg:grid-cols-2">
      {(["light", "dark"] as const).map((theme) => (
        <div key={theme} data-theme={theme} className="min-w-0 bg-paper text-ink">
          <div className="mx-auto grid max-w-190 grid-cols-[minmax(0,1fr)] gap-4 px-4 py-8 md:px-10">
            <h1 className="text-h2">Kit, {theme}</h1>
            <Foundations />
            <Controls theme={theme} />
            <TooltipProvider>
              <Surfaces />
            </TooltipProvider>
          </div>
        </div>
      ))}
    </main>
  );
}
