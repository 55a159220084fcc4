import { useMemo, useRef } from 'react';
import { parseJson } from '../../../../common/texts/json.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { Button } from '../../../ui/index.ts';
import { drawn } from './drawn.ts';
import { ExactText } from './ExactText.tsx';
import { useSeen } from './useSeen.ts';

interface ExactArgumentsProps {
  /** JSON. */
  readonly text: string;
  /** As JSON instead of by name. */
  readonly raw: boolean;
  readonly onRaw: (raw: boolean) => void;
  /** Called when all of them have been in view. */
  readonly onSeen: () => void;
}

/** Longer arguments, or more of them, are shown as JSON. */
const longestRead = 20_000;
const mostRead = 100;

/** The arguments of a call by name; null if they are not an object that can be read so. */
function readArguments(text: string): readonly (readonly [name: string, value: string])[] | null {
  if (text.length > longestRead) return null;
  try {
    const value: unknown = text.trim() === '' ? {} : parseJson(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const entries = Object.entries(value);
    if (entries.length > mostRead) return null;
    return entries.map(([name, one]) => [
      name,
      typeof one === 'string' ? one : JSON.stringify(one, null, 2),
    ]);
  } catch {
    return null;
  }
}

/** Everything that a call hands to its tool. Nothing is left out: what is long scrolls, what is unseen is written. */
export function ExactArguments({ text, raw, onRaw, onSeen }: ExactArgumentsProps) {
  const t = useT();
  const format = useFormat();
  const box = useRef<HTMLElement>(null);
  const read = useMemo(() => readArguments(text), [text]);
  const unseen = useMemo(() => drawn(text).unseen, [text]);
  const look = useSeen(box, text, onSeen);
  const byName = raw ? null : read;
  const isEmpty = read?.length === 0;
  return (
    <div className="flex flex-col gap-1">
      <section
        ref={box}
        aria-label={t('permission.arguments')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={look}
        className="max-h-[min(16rem,26vh)] overflow-y-auto rounded-control border border-line bg-surface px-3 py-1.5"
      >
        {byName === null ? (
          <ExactText text={text} />
        ) : byName.length === 0 ? (
          <p className="text-text-soft">{t('permission.noArguments')}</p>
        ) : (
          <dl className="grid grid-cols-[fit-content(30%)_minmax(0,1fr)] gap-x-4 gap-y-1">
            {byName.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-text-soft">
                  <ExactText text={name} />
                </dt>
                <dd className="min-w-0">
                  {value === '' ? (
                    <span className="text-text-soft">{t('permission.empty')}</span>
                  ) : (
                    <ExactText text={value} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <p className="flex flex-wrap items-center gap-x-3 text-small text-text-soft empty:hidden">
        {!isEmpty && (
          <span className="tabular">
            {t('permission.inFull', { count: text.length, characters: format.number(text.length) })}
          </span>
        )}
        {unseen > 0 && (
          <span className="font-medium text-degraded-text">
            {t('permission.unseen', { count: unseen })}
          </span>
        )}
        {read !== null && !isEmpty && (
          <Button size="small" variant="quiet" aria-pressed={raw} onClick={() => onRaw(!raw)}>
            {t('permission.exactJson')}
          </Button>
        )}
      </p>
    </div>
  );
}
