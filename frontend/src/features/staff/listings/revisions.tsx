import { useLingui } from "@lingui/react";
import { formatRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { categoryName } from "@/shared/listings/categories";
import { Photo } from "@/ui/photo";
import type { Field, Revision } from "./api";
import { fieldNames } from "./field-names";

export function Revisions({ revisions }: { revisions: Revision[] }) {
  const { i18n } = useLingui();
  if (revisions.length === 0) {
    return <p className="text-small text-ink-3">{i18n.t("Its seller has not changed it.")}</p>;
  }
  return (
    <ol className="grid gap-4">
      {revisions.map(({ changedAt, fields }) => (
        <li key={changedAt} className="border-t border-line pt-3">
          <p className="num text-meta text-ink-3">{formatDateTime(changedAt)}</p>
          <dl className="mt-1 grid gap-3">
            {fields.map((field) => (
              <Change key={field.name} field={field} />
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}

function Change({ field: { name, before, after } }: { field: Field }) {
  const { i18n } = useLingui();
  const sides: [string, Field["before"]][] = [
    [i18n.t("Before"), before],
    [i18n.t("After"), after],
  ];
  return (
    <div>
      <dt className="text-small font-semibold">{fieldNames()[name] ?? name}</dt>
      <dd className="grid gap-x-6 gap-y-1 text-small md:grid-cols-2">
        {sides.map(([label, value]) => (
          <p key={label} className="min-w-0 whitespace-pre-line break-words">
            <span className="mr-2 text-meta text-ink-3">{label}</span>
            <Value name={name} value={value} />
          </p>
        ))}
      </dd>
    </div>
  );
}

function Value({ name, value }: { name: string; value: Field["before"] }) {
  const { i18n } = useLingui();
  if (value === null || value === "") return i18n.t("(nothing)");
  if (name === "price") return formatRinggit(Number(value));
  if (name === "remainingPercentage") return `${value} %`;
  if (name === "volume") return `${value} ml`;
  if (typeof value === "boolean") return value ? i18n.t("Yes") : i18n.t("No");
  if (name === "categoryId") return categoryName(Number(value)) ?? String(value);
  if (Array.isArray(value)) {
    return (
      <span className="mt-1 flex flex-wrap gap-2">
        {value.map((src, place) => (
          <Photo
            key={src}
            src={src}
            alt={i18n.t("Photograph {place}", { place: String(place + 1) })}
            ratio="aspect-[4/5]"
            sizes="64px"
            className="w-16"
          />
        ))}
      </span>
    );
  }
  return String(value);
}
