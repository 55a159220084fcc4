import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { VList } from 'virtua';
import { mostAttachments } from '../../preload/contract/attachments.ts';
import { useT } from '../i18n/index.ts';
import { useFormat } from '../i18n/useFormat.ts';
import { Meter } from '../ui/data/Meter.tsx';
import { Button, Checkbox, Dialog, TextField } from '../ui/index.ts';
import { type FolderPick, inside, mostFiles, type Weighed, weigh } from './taking/folder.ts';
import { createFilter, isSecret, patternsOf, usualExcludes } from './taking/glob.ts';
import { longText, type Picked } from './taking/take.ts';

interface FolderDialogProps {
  readonly pick: FolderPick;
  /** Of the model that will be asked, tokens. */
  readonly contextLength: number | null;
  /** Files that the message has already. */
  readonly taken: number;
  readonly onAttach: (files: readonly Picked[]) => void;
  readonly onClose: () => void;
}

/** Chooses files of a folder by patterns, with what they will cost. */
export default function FolderDialog(props: FolderDialogProps) {
  const { pick, contextLength, taken, onAttach, onClose } = props;
  const t = useT();
  const format = useFormat();
  const [include, setInclude] = useState('');
  const [exclude, setExclude] = useState(usualExcludes.join(', '));
  const [ignored, setIgnored] = useState(true);
  /** The user's word on single files, over what is chosen by kind. */
  const [choices, setChoices] = useState<ReadonlyMap<Picked, boolean>>(new Map());
  const patterns = useDeferredValue(`${include}\n\n${exclude}\n\n${ignored}`);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `patterns` stands for the three, a little later
  const shown = useMemo(() => {
    const fits = createFilter({
      include: patternsOf(include),
      exclude: patternsOf(exclude),
      ignoreFiles: ignored ? pick.ignoreFiles : [],
    });
    return pick.files.filter(({ name }) => fits(inside(name)));
  }, [pick, patterns]);
  const weights = useWeights(shown);
  // keys and passwords only by the user's own hand, whatever the patterns
  const isChosen = (one: Picked): boolean =>
    choices.get(one) ?? (weights.get(one)?.kind === 'text' && !isSecret(one.name));
  const canChoose = (one: Picked): boolean => weights.get(one)?.kind !== 'other';
  const chosen = shown.filter((one) => isChosen(one) && canChoose(one));
  const tokens = chosen.reduce((sum, one) => sum + costOf(weights.get(one)), 0);
  const many = chosen.length + taken > mostAttachments;
  const count = chosen.length;
  const files = t('attachments.folder.fileCount', { count });
  const summary =
    contextLength === null
      ? t('attachments.folder.count', { files, tokens: format.number(tokens) })
      : t('attachments.folder.countOf', {
          files,
          tokens: format.number(tokens),
          length: format.number(contextLength),
        });
  const tooLong = contextLength !== null && tokens > contextLength;

  return (
    <Dialog
      open
      size="large"
      title={t('attachments.folder.title', { name: pick.name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0 || many}
            onClick={() => onAttach(chosen)}
          >
            {t('attachments.folder.attach', { count })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={t('attachments.folder.include')}
            hint={t('attachments.folder.includeHint')}
            value={include}
            mono
            onValueChange={setInclude}
          />
          <TextField
            label={t('attachments.folder.exclude')}
            hint={t('attachments.folder.excludeHint')}
            value={exclude}
            mono
            onValueChange={setExclude}
          />
        </div>
        {pick.ignoreFiles.length > 0 && (
          <Checkbox
            label={t('attachments.folder.ignored')}
            checked={ignored}
            onCheckedChange={setIgnored}
          />
        )}
        {pick.cut && (
          <p className="phrases text-small text-degraded-text">
            {t('attachments.folder.cut', { most: format.number(mostFiles) })}
          </p>
        )}
        {pick.unread > 0 && (
          <p className="phrases text-small text-degraded-text">
            {t('attachments.folder.unread', { count: pick.unread })}
          </p>
        )}
        {shown.length === 0 ? (
          <p className="py-8 text-center text-text-soft">{t('attachments.folder.none')}</p>
        ) : (
          <>
            <Checkbox
              label={t('attachments.folder.all', { count: shown.length })}
              checked={chosen.length === 0 ? false : chosen.length === shown.length || 'mixed'}
              onCheckedChange={(checked) =>
                setChoices(
                  new Map(
                    shown
                      .filter(({ name }) => !isSecret(name))
                      .map((one) => [one, checked] as const),
                  ),
                )
              }
            />
            <VList
              tabIndex={0}
              role="group"
              aria-label={t('attachments.folder.files')}
              style={{ height: '34dvh' }}
              className="rounded-control border border-line px-2 py-1"
            >
              {shown.map((one) => (
                <Row
                  key={one.name}
                  picked={one}
                  weighed={weights.get(one)}
                  checked={isChosen(one) && canChoose(one)}
                  onCheckedChange={(checked) => setChoices(new Map(choices).set(one, checked))}
                />
              ))}
            </VList>
          </>
        )}
        <div role="status">
          {contextLength === null ? (
            <span className="text-small">{summary}</span>
          ) : (
            <Meter
              label={t('attachments.context')}
              value={tokens}
              max={contextLength}
              text={summary}
              textShown
              tone={tooLong ? 'trouble' : 'accent'}
            />
          )}
          {tooLong && (
            <p className="phrases text-small text-degraded-text">
              {t('attachments.folder.tooLong')}
            </p>
          )}
          {many && (
            <p className="text-small text-down-text">
              {t('attachments.folder.tooMany', { most: mostAttachments })}
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Long texts become references, which cost next to nothing by themselves. */
function costOf(weighed: Weighed | undefined): number {
  const tokens = weighed?.tokens ?? 0;
  return tokens > longText ? 0 : tokens;
}

interface RowProps {
  readonly picked: Picked;
  readonly weighed: Weighed | undefined;
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
}

function Row({ picked, weighed, checked, onCheckedChange }: RowProps) {
  const t = useT();
  const format = useFormat();
  const { name, file } = picked;
  const cost =
    weighed === undefined
      ? t('attachments.folder.measuring')
      : weighed.kind === 'other'
        ? t('attachments.folder.binary')
        : weighed.tokens === null
          ? 'PDF'
          : weighed.tokens > longText
            ? t('attachments.inParts')
            : t('attachments.tokens', {
                count: weighed.tokens,
                tokens: format.number(weighed.tokens),
              });
  return (
    <div className="flex items-center gap-3 py-0.5">
      <span className="min-w-0 flex-1 wrap-anywhere">
        <Checkbox
          label={<bdi>{inside(name)}</bdi>}
          checked={checked}
          disabled={weighed?.kind === 'other'}
          onCheckedChange={onCheckedChange}
        />
      </span>
      <span className="shrink-0 text-small text-text-soft tabular-nums">
        {format.bytes(file.size)}
      </span>
      <span className="w-28 shrink-0 text-right text-small text-text-soft tabular-nums">
        {cost}
      </span>
    </div>
  );
}

/** Files whose estimates are made between two drawings of the list. */
const batch = 40;

/** Reads files for their kind and tokens, those that are shown, one after the other. */
function useWeights(shown: readonly Picked[]): ReadonlyMap<Picked, Weighed> {
  const [known, setKnown] = useState<ReadonlyMap<Picked, Weighed>>(new Map());
  useEffect(() => {
    let gone = false;
    const read = async () => {
      const missing = shown.filter((one) => !known.has(one)).slice(0, batch);
      if (missing.length === 0) return;
      const found = new Map(known);
      for (const one of missing) {
        if (gone) return;
        found.set(one, await weigh(one).catch((): Weighed => ({ kind: 'other', tokens: null })));
      }
      if (!gone) setKnown(found);
    };
    void read();
    return () => {
      gone = true;
    };
  }, [shown, known]);
  return known;
}
