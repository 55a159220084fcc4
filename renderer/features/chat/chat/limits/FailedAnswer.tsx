import { useEffect, useState } from 'react';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';
import type { RequestCheck } from '../../../../../preload/contract/chat/request-check.ts';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import { type Translate, useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useClient } from '../../../../kit/index.ts';
import { useCommand } from '../../../../kit/useCommand.ts';
import { Button, ErrorBar, type ErrorText, errorText } from '../../../../ui/index.ts';
import { useThreadActions } from '../conversation/threadActions.ts';
import { limitText } from './limitText.ts';
import { RemedyButtons } from './RemedyButtons.tsx';
import { type ChosenRemedy, limitCodes, useRemedyActions } from './remedies.ts';

interface FailedAnswerProps {
  readonly message: Message;
  /** It ends the branch and nothing else runs: it can be regenerated. */
  readonly able: boolean;
  /** It can be regenerated although other answers stand beside it. */
  readonly canRetry: boolean;
  readonly askAgain: () => void;
}

/** Why an answer failed; if a limit was the reason, remedies that then ask again. */
export function FailedAnswer({ message, able, canRetry, askAgain }: FailedAnswerProps) {
  const t = useT();
  const format = useFormat();
  const openKeys = useCommand('keys');
  const openParameters = useCommand('parameters');
  const { regenerate, resume } = useThreadActions();
  const actions = useRemedyActions();
  const check = useCheck(message, able);
  const { id, problem, content } = message;
  if (problem === null) return null;
  const again = { label: t('chat.regenerate'), onAction: askAgain };
  const goOn = { label: t('chat.continue'), onAction: () => resume(id) };
  const apply = async (remedy: ChosenRemedy) => {
    if ((await actions?.apply(remedy)) !== true) return;
    if (remedy.kind === 'other-model') regenerate(id);
    else askAgain();
  };
  // here the API key alone identifies the caller
  const isKey = problem.code === 'http-unauthorized' || problem.code === 'api-key-refused';
  const refused = isKey ? null : refusalText(problem, t);
  const remedies = able && check !== null ? check.remedies : [];
  return (
    <>
      <ErrorBar
        error={problem}
        className="mt-3"
        {...(isKey
          ? {
              text: {
                ...errorText(problem, t),
                meaning: t('keys.refused'),
                next: t('keys.refusedNext'),
              },
            }
          : refused !== null
            ? { text: refused.text }
            : {})}
        {...(canRetry ? { action: able && content !== '' ? goOn : again } : {})}
      />
      {isKey && (
        <Button size="small" icon={openKeys.icon} className="mt-2" onClick={openKeys.run}>
          {openKeys.label}
        </Button>
      )}
      {refused?.isOfParameters === true && able && (
        <Button size="small" className="mt-2" onClick={openParameters.run}>
          {t('chat.parameters.action')}
        </Button>
      )}
      {check !== null && remedies.length > 0 && (
        <div className="mt-2 space-y-1.5">
          <p className="phrases text-small text-text-soft">
            {limitText(problem, check, t, format)}
          </p>
          <RemedyButtons remedies={remedies} onApply={(remedy) => void apply(remedy)} />
        </div>
      )}
    </>
  );
}

/** Statuses for temporary failures or problems with the caller. */
const notForParameters: readonly unknown[] = [401, 402, 403, 407, 408, 425, 429];
/** Messages for an address without content. */
const nothingThere = /^(?:404 )?(?:page )?not found\.?$/i;

/** Returns the service's own message for a request refused at once; null without one. */
function refusalText(
  problem: AppErrorData,
  t: Translate,
): { readonly text: ErrorText; readonly isOfParameters: boolean } | null {
  const { code, details } = problem;
  const { status, server, host } = details;
  if (typeof server !== 'string' || server === '' || nothingThere.test(server)) return null;
  if (!code.startsWith('http-') && code !== 'stream-error') return null;
  const own = errorText(problem, t);
  const meaning = t('chat.refused.says', { server });
  const isClient = typeof status === 'number' && status >= 400 && status < 500;
  if (!isClient || notForParameters.includes(status)) {
    return { text: { ...own, meaning }, isOfParameters: false };
  }
  const what = t('chat.refused.what', { host: host ?? t('common.error.theServer') });
  return { text: { what, meaning, next: t('chat.refused.next') }, isOfParameters: true };
}

/** Returns the check of this answer's request, with the service's own numbers; null if no limit was broken. */
function useCheck({ id, conversationId, problem }: Message, able: boolean): RequestCheck | null {
  const client = useClient();
  const [check, setCheck] = useState<RequestCheck | null>(null);
  const wanted = able && problem !== null && limitCodes.has(problem.code);
  useEffect(() => {
    if (!wanted) return;
    let open = true;
    client.call('requests.check', { conversationId, text: '', answerId: id }).then(
      (found) => {
        if (open) setCheck(found);
      },
      // The answer's own error stays on screen; it then has no shortcuts.
      () => setCheck(null),
    );
    return () => {
      open = false;
    };
  }, [client, conversationId, id, wanted]);
  return check;
}
