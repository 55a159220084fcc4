import { CircleCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AnswerFormat } from '../../../../preload/contract/chat/answer-format.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { Badge, Bar, LongText, legible, Segmented, Spinner } from '../../../ui/index.ts';
import type { Problem } from './checkAnswer.ts';
import { Tree } from './Tree.tsx';
import { useChecked } from './useChecked.ts';

interface StructuredAnswerProps {
  readonly text: string;
  readonly format: AnswerFormat;
}

/** A structured answer: whether it matches its schema, the violations, and the answer as a tree. */
export default function StructuredAnswer({ text, format }: StructuredAnswerProps) {
  const t = useT();
  const [shown, setShown] = useState<'tree' | 'text'>('tree');
  const checked = useChecked(format.schema, text);
  const problems = checked?.kind === 'checked' ? checked.problems : none;
  const troubled = useMemo(() => new Set(problems.map(({ at }) => at)), [problems]);
  const { name } = format;
  if (checked === null) {
    return (
      <p className="flex items-center gap-2 py-1 text-text-soft">
        <Spinner size={14} />
        {t('structured.checking')}
      </p>
    );
  }
  if (checked.kind !== 'checked') {
    return (
      <div className="space-y-2">
        <Bar tone="warning">{t(`structured.unchecked.${checked.kind}`, { name })}</Bar>
        <LongText text={text} className="font-mono text-mono" />
      </div>
    );
  }
  return (
    // no landmark, because every answer of a conversation may be one
    <fieldset aria-label={t('structured.answer')} className="min-w-0 space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        {problems.length === 0 && (
          <Badge tone="good" icon={CircleCheck}>
            {t('structured.fits', { name })}
          </Badge>
        )}
        {checked.fenced && (
          <span className="text-small text-text-soft">{t('structured.fenced')}</span>
        )}
        <span className="ml-auto">
          <Segmented
            label={t('structured.shownAs')}
            labelHidden
            value={shown}
            options={(['tree', 'text'] as const).map((value) => ({
              value,
              label: t(`structured.as.${value}`),
            }))}
            onValueChange={setShown}
          />
        </span>
      </div>
      {problems.length > 0 && (
        <Bar tone="warning">
          <p>{t('structured.problems', { count: problems.length + checked.more, name })}</p>
          <ul className="mt-1 list-disc space-y-0.5 pl-4 text-small">
            {problems.map((problem) => (
              <ProblemLine
                key={`${problem.at} ${problem.keyword} ${problem.wanted}`}
                {...problem}
              />
            ))}
            {checked.more > 0 && <li>{t('structured.more', { count: checked.more })}</li>}
          </ul>
        </Bar>
      )}
      {shown === 'tree' ? (
        <Tree value={checked.value} troubled={troubled} />
      ) : (
        <LongText text={text} className="font-mono text-mono" />
      )}
    </fieldset>
  );
}

const none: readonly Problem[] = [];

function ProblemLine({ at, kind, keyword, wanted, found }: Problem) {
  const t = useT();
  const format = useFormat();
  const place = at === '' ? t('structured.whole') : at;
  const values = {
    place: legible(place.slice(0, 200)),
    wanted: legible(wanted),
    found,
    keyword,
    limit: /^\d+$/.test(wanted) ? format.number(Number(wanted)) : wanted,
  };
  return <li className="wrap-anywhere">{t(`structured.problem.${kind}`, values)}</li>;
}
