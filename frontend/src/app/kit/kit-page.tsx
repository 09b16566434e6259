/** Every primitive in every state, in development only. */
export function KitPage() {
  return <main id="main" className="wrap" />;
}
