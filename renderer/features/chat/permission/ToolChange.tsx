import { useMemo } from 'react';
import type { Tool } from '../../../../preload/contract/chat/tools.ts';
import { useT } from '../../../i18n/index.ts';
import { cx, VisuallyHidden } from '../../../ui/index.ts';
import { ExactText } from './ExactText.tsx';
import { lineDiff } from './lineDiff.ts';

interface ToolChangeProps {
  readonly tool: Pick<Tool, 'ownName' | 'description' | 'before' | 'writes'>;
  /** Undefined: only the description is compared. */
  readonly parameters: Tool['parameters'] | undefined;
}

/** What a tool says of itself now, beside what it said when the user allowed it. */
export function ToolChange({ tool, parameters }: ToolChangeProps) {
  const t = useT();
  const { before, description, ownName } = tool;
  if (before === null) return null;
  const schemas =
    parameters === undefined
      ? null
      : [JSON.stringify(before.parameters, null, 2), JSON.stringify(parameters, null, 2)];
  const isSame = before.description === description && schemas?.[0] === schemas?.[1];
  return (
    <div className="flex flex-col gap-1.5">
      {before.server && <p className="phrases">{t('permission.serverChanged')}</p>}
      {!before.server && schemas !== null && isSame && (
        // nothing else of it is compared
        <p className="phrases">
          {t(tool.writes ? 'permission.writesNow' : 'permission.onlyReadsNow')}
        </p>
      )}
      {before.description !== description && (
        <Difference
          title={t('permission.descriptionOf', { name: ownName })}
          before={before.description}
          after={description}
        />
      )}
      {schemas !== null && schemas[0] !== schemas[1] && (
        <Difference
          title={t('permission.schemaOf', { name: ownName })}
          before={schemas[0] ?? ''}
          after={schemas[1] ?? ''}
        />
      )}
    </div>
  );
}

const looks = {
  both: { sign: '', line: '' },
  before: { sign: '−', line: 'bg-down-soft text-down-text' },
  after: { sign: '+', line: 'bg-up-soft text-up-text' },
};

function Difference(props: {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}) {
  const { title, before, after } = props;
  const t = useT();
  const lines = useMemo(() => lineDiff(before, after), [before, after]);
  return (
    <section
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-48 overflow-y-auto rounded-control border border-line bg-surface py-1"
    >
      <p className="px-2 text-small text-text-soft">{title}</p>
      {lines.map((line, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and all change together
          key={index}
          className={cx('flex gap-1 pr-2', looks[line.in].line)}
        >
          <span aria-hidden className="w-5 shrink-0 text-center font-mono text-mono">
            {looks[line.in].sign}
          </span>
          {line.in !== 'both' && (
            <VisuallyHidden>
              {t(line.in === 'before' ? 'permission.lineBefore' : 'permission.lineAfter')}
            </VisuallyHidden>
          )}
          <ExactText text={line.text} />
        </div>
      ))}
    </section>
  );
}
