import type { RequestCheck } from '../../../../../preload/contract/chat/request-check.ts';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import { ImagesLeftOut } from '../../../../attachments/index.ts';
import type { Client } from '../../../../client/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { toProblem, useStores } from '../../../../kit/index.ts';
import type { Outcome } from '../../../../kit/outcome.ts';
import { ErrorBar } from '../../../../ui/index.ts';
import type { Head } from '../conversation/store.ts';
import { LimitBar } from '../limits/LimitBar.tsx';
import { isGuess } from '../limits/remedies.ts';
import type { Summarising } from '../limits/useCuts.ts';
import { OtherDrafts } from './OtherDrafts.tsx';
import { Queue, type QueueActions } from './Queue.tsx';
import type { RestoredMessage } from './useComposerHandle.ts';

interface AboveComposerProps {
  readonly systemId: string;
  readonly head: Head | null;
  readonly check: RequestCheck | null;
  readonly summarising: Summarising | null;
  /** Errors of the conversation, and of its service. */
  readonly trouble: AppErrorData | null;
  readonly serviceTrouble: AppErrorData | null;
  readonly onDismiss: () => void;
  /** Sends the message despite its predicted limits. */
  readonly onSendAnyway: () => void;
  readonly perform: (work: () => Promise<unknown>) => void;
  /** Queued messages return to the composer. */
  readonly onTakenBack: (taken: readonly RestoredMessage[]) => void;
  /** Drafts of other windows that this draft replaced. */
  readonly otherDrafts: readonly string[];
  readonly flush: () => Promise<void> | undefined;
}

/** Information before the next message: errors, queued messages, limits. */
export function AboveComposer(props: AboveComposerProps) {
  const { systemId, head, check, summarising, trouble, serviceTrouble, onDismiss, perform } = props;
  const { onSendAnyway, onTakenBack, otherDrafts, flush } = props;
  const t = useT();
  const stores = useStores();
  const { client, vault } = stores;
  const refresh = () => perform(() => client.call('genai.refreshModels', { systemId }));
  const unlock = async () => {
    if ((await vault.ask('unlock')) !== null) refresh();
  };
  return (
    <>
      {trouble && (
        <ErrorBar
          error={trouble}
          className="mb-2"
          onDismiss={onDismiss}
          {...(isGuess(trouble)
            ? { action: { label: t('limits.sendAnyway'), onAction: onSendAnyway } }
            : {})}
        />
      )}
      {serviceTrouble && (
        <ErrorBar
          error={serviceTrouble}
          className="mb-2"
          {...(serviceTrouble.code === 'vault-locked'
            ? { action: { label: t('frame.vault.unlock'), onAction: () => void unlock() } }
            : { onRetry: refresh })}
        />
      )}
      {head !== null && (
        <Queue
          queued={head.queued}
          streaming={head.streaming}
          actions={queueActions({ ...stores, conversationId: head.id, perform, onTakenBack })}
        />
      )}
      {head?.imagesLeftOut === true && (
        <ImagesLeftOut
          onSendAgain={() =>
            perform(() => client.call('requests.setImagesLeftOut', { id: head.id, leftOut: false }))
          }
        />
      )}
      <OtherDrafts
        systemId={systemId}
        conversationId={head?.id ?? null}
        texts={otherDrafts}
        flush={flush}
      />
      <LimitBar check={check} summarising={summarising} />
    </>
  );
}

function queueActions(options: {
  readonly client: Client;
  readonly writing: Pick<Outcome, 'carryOut'>;
  readonly conversationId: string;
  readonly perform: AboveComposerProps['perform'];
  readonly onTakenBack: AboveComposerProps['onTakenBack'];
}): QueueActions {
  const { client, writing, conversationId, perform, onTakenBack } = options;
  return {
    takeBack: (queuedId) =>
      perform(async () =>
        onTakenBack([await client.call('chat.unqueue', { conversationId, queuedId })]),
      ),
    takeAllBack: () =>
      perform(async () => onTakenBack(await client.call('chat.emptyQueue', { conversationId }))),
    order: (queuedIds) =>
      perform(() => client.call('chat.orderQueue', { conversationId, queuedIds })),
    edit: (queuedId, text, over, saved) =>
      perform(async () => {
        await client.call('chat.editQueued', { conversationId, queuedId, text, over });
        saved();
      }),
    // not through `perform`, which would clear the last error on screen
    async keepEdit(queuedId, text, over) {
      let kept = false;
      await writing.carryOut(async () => {
        const edit = { conversationId, queuedId, text, over, saved: false };
        try {
          await client.call('chat.editQueued', edit);
        } catch (error) {
          // it has been sent or taken back: the text continues here
          if (toProblem(error).code !== 'not-found') throw error;
          onTakenBack([{ text, attachments: [] }]);
        }
        kept = true;
      });
      return kept;
    },
    send: () => perform(() => client.call('chat.sendQueued', { conversationId })),
  };
}
