import { useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { LateTexts } from '../../i18n/late.tsx';
import { useFormat } from '../../i18n/useFormat.ts';
import { useOpenExternally } from '../../kit/openExternally.ts';
import { Bar, ConfirmDialog } from '../../ui/index.ts';
import type { AddressDescription, Note } from './describe.ts';
import { runsOf } from './letters.ts';

interface OpenAddressProps {
  /** The clicked address, or null. */
  readonly described: AddressDescription | null;
  /** Called once it was opened, before `onClose`. */
  readonly onOpened?: () => Promise<void>;
  readonly onClose: () => void;
}

/** Shows the target of an answer's link, and its owner, before it is opened outside the app. */
export function OpenAddress(props: OpenAddressProps) {
  const [wasAsked, setWasAsked] = useState(false);
  if (props.described !== null && !wasAsked) setWasAsked(true);
  return wasAsked ? (
    <LateTexts>
      <Question {...props} />
    </LateTexts>
  ) : null;
}

function Question({ described, onOpened, onClose }: OpenAddressProps) {
  const t = useT();
  const leave = useOpenExternally();
  const open = async () => {
    if (described === null) return;
    await leave(described.address);
    await onOpened?.();
  };
  return (
    <ConfirmDialog
      open={described !== null}
      title={t(described?.kind === 'mail' ? 'links.mailTitle' : 'links.webTitle')}
      danger={described?.forged != null}
      confirmLabel={t(described?.forged == null ? 'links.open' : 'links.openAnyway')}
      onConfirm={open}
      onClose={onClose}
    >
      {described && <Details described={described} />}
    </ConfirmDialog>
  );
}

function Details({ described }: { readonly described: AddressDescription }) {
  const t = useT();
  const { kind, site, forged, parts, notes } = described;
  const [before, own, after] = parts;
  const warns = ({ kind }: Note) => kind === 'mixed' || kind === 'alike';
  const told = notes.filter(
    (note) => !warns(note) && !(forged !== null && note.kind === 'otherLetters'),
  );
  return (
    <div className="flex flex-col gap-2">
      <p>
        {t(kind === 'mail' ? 'links.mailSite' : 'links.site')}{' '}
        <strong className="font-semibold text-text wrap-anywhere" dir="ltr">
          {site}
        </strong>
      </p>
      <p
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-40 overflow-y-auto rounded-small font-mono text-mono wrap-anywhere"
        dir="ltr"
      >
        {before}
        <strong className="font-semibold text-text underline underline-offset-2">{own}</strong>
        {after}
      </p>
      {forged !== null && (
        <Bar tone="warning">
          <p className="font-medium">{t('links.forged')}</p>
          <Marked name={forged} />
          <Sentences notes={notes.filter(warns)} />
        </Bar>
      )}
      <Sentences notes={told} />
    </div>
  );
}

/** A name with letters beyond a to z highlighted. */
function Marked({ name }: { readonly name: string }) {
  return (
    <p className="my-1 font-mono text-mono wrap-anywhere" dir="ltr">
      {runsOf(name).map(({ at, text, other }) =>
        other ? (
          <mark
            key={at}
            className="bg-transparent font-semibold text-degraded-text underline decoration-2 underline-offset-3"
          >
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </p>
  );
}

function Sentences({ notes }: { readonly notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4 text-text">
      {notes.map((note) => (
        <li key={JSON.stringify(note)}>
          <Sentence note={note} />
        </li>
      ))}
    </ul>
  );
}

function Sentence({ note }: { readonly note: Note }) {
  const t = useT();
  const { scripts } = useFormat();
  if (note.kind === 'mixed') {
    return t('links.notes.mixed', { name: note.name, scripts: scripts(note.scripts) });
  }
  if (note.kind === 'alike') return t('links.notes.alike', { like: note.like });
  if (note.kind === 'accents') {
    return t('links.notes.accents', { name: note.name, like: note.like });
  }
  if (note.kind === 'others') return t('links.notes.others', { count: note.count });
  if (note.kind === 'port') return t('links.notes.port', { port: note.port });
  return t(`links.notes.${note.kind}`);
}
