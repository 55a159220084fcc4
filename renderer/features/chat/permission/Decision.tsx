import { type RefObject, useState } from 'react';
import type { ToolRequest } from '../../../../preload/contract/chat/tools.ts';
import { useT } from '../../../i18n/index.ts';
import { Button, TextField } from '../../../ui/index.ts';

export type Decisions = (
  decision:
    | { readonly kind: 'refuse'; readonly reason?: string }
    | { readonly kind: 'allow'; readonly holds: ToolRequest['offers'][number] },
) => void;

interface DecisionProps {
  readonly request: ToolRequest;
  readonly refuse: RefObject<HTMLButtonElement | null>;
  /** It cannot be allowed yet. */
  readonly blocked: boolean;
  /** Because its arguments have not been in view as a whole. */
  readonly unseen: boolean;
  readonly onDecide: Decisions;
}

/** Maximum characters of a reason. */
const longestReason = 2_000;

/** The answers: refusing is always possible, allowing when there was time to read. */
export function Decision(props: DecisionProps) {
  const { request, refuse, blocked, unseen, onDecide } = props;
  const t = useT();
  const [reason, setReason] = useState<string | null>(null);
  const { offers } = request;
  const atRisk = request.reason === 'changed' || request.reason === 'untrusted';
  const allow = (holds: ToolRequest['offers'][number]) => {
    if (!blocked) onDecide({ kind: 'allow', holds });
  };
  const refusal = reason?.trim() ?? '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onDecide({ kind: 'refuse', ...(refusal !== '' && { reason: refusal }) });
      }}
      className="flex flex-col gap-2"
    >
      {reason !== null && (
        <TextField
          label={t('permission.reason')}
          hint={t('permission.reasonHint')}
          value={reason}
          maxLength={longestReason}
          autoFocus
          onValueChange={setReason}
        />
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {unseen && (
          <span className="mr-auto text-small text-text-soft">{t('permission.scroll')}</span>
        )}
        {reason === null && (
          <Button variant="quiet" onClick={() => setReason('')}>
            {t('permission.refuseWithReason')}
          </Button>
        )}
        <Button ref={refuse} type="submit">
          {t('permission.refuse')}
        </Button>
        {offers.includes('always') && (
          <Button blocked={blocked} onClick={() => allow('always')}>
            {t('permission.always')}
          </Button>
        )}
        {offers.includes('conversation') && (
          <Button blocked={blocked} onClick={() => allow('conversation')}>
            {t('permission.conversation')}
          </Button>
        )}
        <Button
          variant={atRisk ? 'plain' : 'primary'}
          blocked={blocked}
          onClick={() => allow('once')}
        >
          {t('permission.once')}
        </Button>
      </div>
    </form>
  );
}
