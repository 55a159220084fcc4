import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { Button } from '../../../../ui/index.ts';

interface FoldProps {
  readonly title: string;
  /** At the end of its line: how many, or what comes next. */
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

/** A part of a machine's panel that few people look for. */
export function Fold({ title, note, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section aria-label={title} className="border-line border-t last:border-b">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex h-9 w-full items-center gap-2 rounded-small text-left hover:bg-hover"
        >
          <Chevron size={14} aria-hidden className="shrink-0 text-text-faint" />
          <span className="min-w-0 flex-1 truncate">{title}</span>
          {note !== undefined && (
            <span className="tabular shrink-0 text-small text-text-soft">{note}</span>
          )}
        </button>
      </h3>
      {open && <div className="pb-3">{children}</div>}
    </section>
  );
}

/** Items of a list shown at first. */
const few = 20;

/** The first few of many, the others on request. */
export function ShortList<Item>(props: {
  readonly none: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly item: (item: Item) => ReactNode;
}) {
  const { none, items, keyOf, item } = props;
  const t = useT();
  const [shown, setShown] = useState(few);
  if (items.length === 0) return <p className="text-small text-text-soft">{none}</p>;
  return (
    <>
      <ul className="flex flex-col gap-1.5">
        {items.slice(0, shown).map((one) => (
          <li key={keyOf(one)}>{item(one)}</li>
        ))}
      </ul>
      {items.length > shown && (
        <Button size="small" variant="quiet" onClick={() => setShown(shown + 5 * few)}>
          {t('machines.page.more', { count: items.length - shown })}
        </Button>
      )}
    </>
  );
}
