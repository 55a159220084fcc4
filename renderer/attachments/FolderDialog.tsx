import { useDeferredValue, useMemo, useState } from 'react';
import { maxAttachments } from '../../preload/contract/chat/attachments.ts';
import { useT } from '../i18n/index.ts';
import { useFormat } from '../i18n/useFormat.ts';
import { Button, Checkbox, Dialog, TextField } from '../ui/index.ts';
import { FolderCost } from './FolderCost.tsx';
import { FolderFiles } from './FolderFiles.tsx';
import { type ChosenFile, maxWholeTokens } from './taking/attach-file.ts';
import { type FolderPick, inside, maxFiles, type Weighed } from './taking/folder.ts';
import { createFilter, isSecret, patternsOf, usualExcludes } from './taking/glob.ts';
import { useWeights } from './taking/useWeights.ts';

interface FolderDialogProps {
  readonly pick: FolderPick;
  /** Context length of the model to be asked, tokens. */
  readonly contextLength: number | null;
  /** Files already in the message. */
  readonly taken: number;
  readonly onAttach: (files: readonly ChosenFile[]) => void;
  readonly onClose: () => void;
}

/** Chooses files of a folder by patterns, with their cost. */
export default function FolderDialog(props: FolderDialogProps) {
  const { pick, contextLength, taken, onAttach, onClose } = props;
  const t = useT();
  const format = useFormat();
  const [include, setInclude] = useState('');
  const [exclude, setExclude] = useState(usualExcludes.join(', '));
  const [ignored, setIgnored] = useState(true);
  /** The user's choices for single files; they override the choice by kind. */
  const [choices, setChoices] = useState<ReadonlyMap<ChosenFile, boolean>>(new Map());
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
  // files with keys and passwords are chosen only by hand, whatever the patterns
  const isChosen = (one: ChosenFile): boolean =>
    choices.get(one) ?? (weights.get(one)?.kind === 'text' && !isSecret(one.name));
  const canChoose = (one: ChosenFile): boolean => weights.get(one)?.kind !== 'other';
  const chosen = shown.filter((one) => isChosen(one) && canChoose(one));
  const tokens = chosen.reduce((sum, one) => sum + costOf(weights.get(one)), 0);
  const many = chosen.length + taken > maxAttachments;
  const count = chosen.length;
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
            {t('attachments.folder.cut', { most: format.number(maxFiles) })}
          </p>
        )}
        {pick.unreadable > 0 && (
          <p className="phrases text-small text-degraded-text">
            {t('attachments.folder.unread', { count: pick.unreadable })}
          </p>
        )}
        {shown.length === 0 ? (
          <p className="py-8 text-center text-text-soft">{t('attachments.folder.none')}</p>
        ) : (
          <FolderFiles
            shown={shown}
            weights={weights}
            isChosen={(one) => isChosen(one) && canChoose(one)}
            chosen={chosen.length}
            onChoose={(one, checked) => setChoices(new Map(choices).set(one, checked))}
            onChooseAll={(files, checked) =>
              setChoices(new Map(files.map((one) => [one, checked] as const)))
            }
          />
        )}
        <FolderCost chosen={count} tokens={tokens} contextLength={contextLength} many={many} />
      </div>
    </Dialog>
  );
}

/** Long texts become references, which cost almost nothing by themselves. */
function costOf(weighed: Weighed | undefined): number {
  const tokens = weighed?.tokens ?? 0;
  return tokens > maxWholeTokens ? 0 : tokens;
}
