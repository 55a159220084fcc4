import type { RequestCheck } from '../../../../../preload/contract/chat/request-check.ts';
import { useLanguage, useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { Meter } from '../../../../ui/data/Meter.tsx';
import { Tooltip } from '../../../../ui/index.ts';

/** The share of the model's context that the next request takes, including the draft, and that the answer may take. */
export function ContextMeter({ check }: { readonly check: RequestCheck | null }) {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  if (check === null) return null;
  const {
    inputTokens,
    toolTokens,
    systemTokens,
    margin,
    maxTokens,
    contextLength,
    tight,
    leftOut,
  } = check;
  const note = [
    contextLength === null
      ? t('limits.meter.usedAlone', {
          used: format.number(inputTokens),
          margin: format.number(margin),
        })
      : t('limits.meter.used', {
          used: format.number(inputTokens),
          margin: format.number(margin),
          length: format.number(contextLength),
        }),
    systemTokens > 0 && t('limits.meter.system', { tokens: format.number(systemTokens) }),
    toolTokens > 0 && t('limits.meter.tools', { tokens: format.number(toolTokens) }),
    leftOut > 0 && t('limits.markLeftOutCount', { count: leftOut }),
    maxTokens > 0 &&
      t(check.maxTokensAssumed ? 'limits.meter.answerDefault' : 'limits.meter.answer', {
        tokens: format.number(maxTokens),
      }),
    tight && check.problems.length === 0 && t('limits.meter.tight'),
  ].filter((part) => part !== false);
  const broken = check.problems.some(({ code }) => code === 'context-overflow');
  return (
    <Tooltip side="top" text={note.join(language === 'ja' ? '' : ' ')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its note must be reachable by keyboard */}
      <span tabIndex={0} className="inline-flex rounded-small px-1">
        {contextLength === null ? (
          <span className="tabular text-small text-text-soft">
            {t('chat.tokens', { count: inputTokens, tokens: format.number(inputTokens) })}
          </span>
        ) : (
          <Meter
            label={t('chat.context.label')}
            value={inputTokens}
            max={contextLength}
            text={t('chat.context.text', {
              used: format.number(inputTokens),
              length: format.number(contextLength),
            })}
            textShown
            // in a narrow line the tooltip alone says the numbers
            className="@max-[36rem]:min-w-12 @max-[36rem]:[&>span:last-child]:hidden"
            tone={broken ? 'trouble' : tight ? 'warning' : 'accent'}
          />
        )}
      </span>
    </Tooltip>
  );
}
