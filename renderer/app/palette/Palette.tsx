import { Command } from 'cmdk';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useT } from '../../i18n/index.ts';
import { KeyHint } from '../../ui/index.ts';
import { usePaletteEntries } from './entries.tsx';
import { type Entry, paletteField } from './entry.ts';

const look =
  'flex min-h-8 items-center gap-2.5 rounded-control px-2.5 py-1 text-body ' +
  'data-[selected=true]:bg-accent-soft data-[selected=true]:text-text';

function Row({ entry, onPick }: { readonly entry: Entry; readonly onPick: () => void }) {
  return (
    <Command.Item
      value={entry.id}
      keywords={[entry.label, entry.note ?? '', entry.words ?? '']}
      onSelect={() => {
        onPick();
        entry.run();
      }}
      className={look}
    >
      <span aria-hidden className="flex w-4 shrink-0 justify-center text-text-soft">
        {entry.mark}
      </span>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {entry.label}
      </span>
      {entry.note && (
        <span dir="auto" className="max-w-[45%] truncate text-small text-text-soft">
          {entry.note}
        </span>
      )}
      {entry.keys && <KeyHint keys={entry.keys} className="text-text-soft" />}
    </Command.Item>
  );
}

/** In one case and width: a Japanese keyboard types wide letters too. */
const plain = (text: string) => text.normalize('NFKC').toLocaleLowerCase();

/** Scores an entry by words, not by its id: every typed word must be in the label, the note or its further words. */
function score(id: string, search: string, keywords: string[] = []): number {
  // main has already searched their texts, which are not here
  if (id.startsWith('message:')) return 0.1;
  const text = plain(keywords.join(' '));
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (!words.every((word) => text.includes(word))) return 0;
  return text.startsWith(words[0] ?? '') ? 1 : 0.5;
}

interface PaletteProps {
  readonly wanted: string;
  readonly onWanted: (wanted: string) => void;
  /** The selection in `wanted`. */
  readonly caret: RefObject<readonly [start: number, end: number]>;
  readonly onClose: () => void;
}

/** The command palette: every place and command, found by typing. */
export default function Palette({ wanted, onWanted, caret, onClose }: PaletteProps) {
  const t = useT();
  const groups = usePaletteEntries(wanted.trim());
  const field = useRef<HTMLInputElement>(null);
  // continue the input of the field that stood here before
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(...caret.current);
  }, [caret]);
  return (
    <Command label={t('frame.palette.title')} filter={score} loop className="flex min-h-0 flex-col">
      <Command.Input
        ref={field}
        dir="auto"
        value={wanted}
        onValueChange={onWanted}
        placeholder={t('frame.palette.placeholder')}
        className={paletteField}
      />
      <Command.List className="min-h-0 overflow-y-auto p-1.5" label={t('frame.palette.title')}>
        <Command.Empty className="px-3 py-6 text-center text-text-soft">
          {t('frame.palette.nothing')}
        </Command.Empty>
        {groups.map(({ heading, entries }) => (
          <Command.Group
            key={heading}
            heading={heading}
            className="**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-small **:[[cmdk-group-heading]]:text-text-soft"
          >
            {entries.map((entry) => (
              <Row key={`${entry.id} ${entry.words}`} entry={entry} onPick={onClose} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}
