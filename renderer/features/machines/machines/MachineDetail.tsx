import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useT } from '../../../i18n/index.ts';
import { CopyButton, Facts, IconButton, Mono, StateMark, Time } from '../../../ui/index.ts';
import type { Listed } from './filter.ts';
import { MachineHistory } from './MachineHistory.tsx';
import { MachineOwn } from './MachineOwn.tsx';
import { indented, noteOf } from './record.ts';
import type { Choices } from './useChoices.ts';

interface MachineDetailProps {
  readonly machine: Listed;
  readonly choices: Choices;
  readonly onClose: () => void;
}

/** One machine beside the rows: the server's record, unchanged. */
export default function MachineDetail({ machine, choices, onClose }: MachineDetailProps) {
  const t = useT();
  const panel = useRef<HTMLElement>(null);
  const { name, ownName, state, status, since, record } = machine;
  const note = noteOf(record);
  const raw = indented(record);

  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // return the focus to the row if it was in here
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);

  return (
    <section
      ref={panel}
      aria-label={t('machines.detail.title', { name })}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="flex w-90 max-w-full shrink-0 flex-col overflow-y-auto border-line border-l bg-surface max-[44rem]:absolute max-[44rem]:inset-0 max-[44rem]:z-20 max-[44rem]:w-full"
    >
      <header className="flex items-start gap-3 px-4 pt-3 pb-2">
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-heading font-semibold">{ownName === '' ? name : ownName}</h2>
          {ownName !== '' && <p className="truncate text-small text-text-soft">{name}</p>}
          <StateMark state={state} className="mt-1" />
        </div>
        <IconButton icon={X} label={t('common.close')} keys="escape" onClick={onClose} />
      </header>
      <div className="flex flex-col gap-4 px-4 pb-4">
        <Facts
          items={[
            { label: t('machines.columns.status'), value: <Mono>{status}</Mono> },
            { label: t('machines.columns.since'), value: <Time at={Date.parse(since)} /> },
            ...(note === null ? [] : [{ label: t('machines.columns.note'), value: note }]),
          ]}
        />
        <p className="text-small text-text-soft">{t('machines.detail.sinceHint')}</p>
        <MachineOwn machine={machine} choices={choices} />
        <div>
          <div className="mb-1 flex items-center justify-between">
            <h3 className="text-small font-medium text-text-soft">{t('machines.detail.record')}</h3>
            <CopyButton name={t('machines.detail.record')} text={raw} />
          </div>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="overflow-x-auto rounded-control border border-line bg-sunken p-3 font-mono text-mono"
          >
            {raw}
          </pre>
        </div>
        {choices.value && (
          <MachineHistory systemId={choices.value.systemId} name={name} nth={machine.nth} />
        )}
      </div>
    </section>
  );
}
