export function UnreadBadge({ count, testId }: { count: number; testId?: string | undefined }) {
  if (count <= 0) return null;
  return (
    <span
      data-testid={testId}
      className="absolute top-0.5 right-0 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-rosella px-1 text-tiny font-semibold leading-none text-paper"
    >
      {count > 99 ? "99+" : count}
    </span>
  );
}
