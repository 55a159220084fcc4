import { ChevronRight, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { Button, LongText, longestTitle, oneLine } from '../../../ui/index.ts';

interface TreeProps {
  readonly value: unknown;
  /** JSON pointers of the violations. */
  readonly troubled: ReadonlySet<string>;
}

/** Levels open at first, and entries of one level drawn at once. */
const openLevels = 3;
const drawnAtOnce = 100;

/** A JSON value as a tree: only open nodes are drawn, in batches. */
export function Tree({ value, troubled }: TreeProps) {
  return (
    <ul className="overflow-x-auto font-mono text-mono">
      <Node name={null} value={value} at="" level={0} troubled={troubled} />
    </ul>
  );
}

interface NodeProps extends TreeProps {
  /** Null for the root. */
  readonly name: string | null;
  readonly at: string;
  readonly level: number;
}

function Node({ name, value, at, level, troubled }: NodeProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(level < openLevels || holds(troubled, at));
  const mark = troubled.has(at) && (
    <TriangleAlert
      size={13}
      role="img"
      aria-label={t('structured.hasProblem')}
      className="mt-0.5 shrink-0 text-degraded-text"
    />
  );
  const label = name !== null && (
    <span className="shrink-0 text-text-soft">
      <bdi>{oneLine(name, longestTitle)}</bdi>:
    </span>
  );
  if (typeof value !== 'object' || value === null) {
    return (
      <li className="flex items-start gap-1.5 py-0.5 pl-5">
        {label}
        <LongText text={JSON.stringify(value)} className="min-w-0" />
        {mark}
      </li>
    );
  }
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  return (
    <li>
      <div className="flex items-center gap-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 items-center gap-1.5 rounded-small py-0.5 hover:bg-hover"
        >
          <ChevronRight size={14} aria-hidden className={isOpen ? 'rotate-90' : ''} />
          {label}
          <span className="text-text-faint">
            {t(Array.isArray(value) ? 'structured.list' : 'structured.record', { count: size })}
          </span>
        </button>
        {mark}
      </div>
      {isOpen && <Entries value={value} at={at} level={level} troubled={troubled} />}
    </li>
  );
}

function Entries({ value, at, level, troubled }: Omit<NodeProps, 'name'>) {
  const t = useT();
  const [drawn, setDrawn] = useState(drawnAtOnce);
  const entries = Object.entries(value as object);
  return (
    <ul className="ml-1.5 border-line border-l pl-2">
      {entries.slice(0, drawn).map(([name, one]) => (
        <Node
          key={name}
          name={name}
          value={one}
          at={`${at}/${escaped(name)}`}
          level={level + 1}
          troubled={troubled}
        />
      ))}
      {entries.length > drawn && (
        <li className="py-1 pl-5">
          <Button size="small" onClick={() => setDrawn(drawn + drawnAtOnce)}>
            {t('structured.showMore', { count: entries.length - drawn })}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** Escapes as in the pointers of `Problem`. */
function escaped(name: string): string {
  const pointed = name.replaceAll('~', '~0').replaceAll('/', '~1');
  try {
    return encodeURI(pointed).replaceAll('#', '%23');
  } catch {
    // lone surrogate: such an answer is not checked
    return pointed;
  }
}

function holds(troubled: ReadonlySet<string>, at: string): boolean {
  for (const place of troubled) if (place.startsWith(`${at}/`)) return true;
  return false;
}
