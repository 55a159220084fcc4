import type { Model } from '../../preload/contract/genai.ts';
import { useT } from '../i18n/index.ts';
import { useFormat } from '../i18n/useFormat.ts';
import { Meter, Tooltip } from '../ui/index.ts';
import type { Branch } from './branch.ts';

interface ContextMeterProps {
  readonly branch: Branch;
  readonly model: Model | undefined;
}

/** How much of the model's context the branch takes, as the service counted it last. */
export function ContextMeter({ branch, model }: ContextMeterProps) {
  const t = useT();
  const format = useFormat();
  const length = model?.contextLength ?? null;
  const usage = branch.slots.findLast((slot) => slot !== undefined && slot.usage !== null)?.usage;
  if (length === null) return null;
  const used = usage ? usage.inputTokens + usage.outputTokens : 0;
  const share = used / length;
  return (
    <Tooltip
      side="top"
      text={t('chat.context.note', { used: format.number(used), length: format.number(length) })}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its note must be reachable by keyboard */}
      <span tabIndex={0} className="inline-flex rounded-small px-1">
        <Meter
          label={t('chat.context.label')}
          value={used}
          max={length}
          text={t('chat.context.text', {
            used: format.number(used),
            length: format.number(length),
          })}
          textShown
          tone={share > 0.95 ? 'trouble' : share > 0.8 ? 'warning' : 'accent'}
        />
      </span>
    </Tooltip>
  );
}
