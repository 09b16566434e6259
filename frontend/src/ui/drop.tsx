export function Drop({ className = "fill-ambar-liquid" }: { className?: string }) {
  return (
    <svg className={className} width="10" height="14" viewBox="0 0 10 14" aria-hidden="true">
      <path d="M5 .6c1.1 2.5 4.3 4.6 4.3 8A4.3 4.3 0 0 1 .7 8.600C.7 5.200 3.900 3.100 5 .6z" />
    </svg>
  );
}
