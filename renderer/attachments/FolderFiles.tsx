import { VList } from 'virtua';
import { useT } from '../i18n/index.ts';
import { useFormat } from '../i18n/useFormat.ts';
import { Checkbox } from '../ui/index.ts';
import { type ChosenFile, maxWholeTokens } from './taking/attach-file.ts';
import { inside, type Weighed } from './taking/folder.ts';
import { isSecret } from './taking/glob.ts';

interface FolderFilesProps {
  readonly shown: readonly ChosenFile[];
  readonly weights: ReadonlyMap<ChosenFile, Weighed>;
  readonly isChosen: (one: ChosenFile) => boolean;
  /** Number of chosen files. */
  readonly chosen: number;
  readonly onChoose: (one: ChosenFile, checked: boolean) => void;
  /** Sets the user's choice for exactly these files. */
  readonly onChooseAll: (files: readonly ChosenFile[], checked: boolean) => void;
}

/** The files that match the patterns, chosen one by one or all at once. */
export function FolderFiles(props: FolderFilesProps) {
  const { shown, weights, isChosen, chosen, onChoose, onChooseAll } = props;
  const t = useT();
  return (
    <>
      <Checkbox
        label={t('attachments.folder.all', { count: shown.length })}
        checked={chosen === 0 ? false : chosen === shown.length || 'mixed'}
        onCheckedChange={(checked) =>
          onChooseAll(
            shown.filter(({ name }) => !isSecret(name)),
            checked,
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
            checked={isChosen(one)}
            onCheckedChange={(checked) => onChoose(one, checked)}
          />
        ))}
      </VList>
    </>
  );
}

interface RowProps {
  readonly picked: ChosenFile;
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
          : weighed.tokens > maxWholeTokens
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
