import { useMemo } from 'react';
import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { GenaiState } from '../../../../preload/contract/chat/genai.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useAttached, useAttaching } from '../../../attachments/index.ts';
import { useClient } from '../../../kit/index.ts';
import type { Attempt } from '../../../kit/useProblem.ts';
import { useComposerFiles } from './composer/useComposerFiles.ts';
import type { useNewDraft } from './composer/useNewDraft.ts';
import type { Branch } from './conversation/branch.ts';
import type { Head } from './conversation/store.ts';
import { useAsking } from './conversation/useAsking.ts';
import { fileRemedies } from './limits/attachmentRemedies.ts';
import { useRemedies } from './limits/useRemedies.ts';
import { useRequestCheck } from './limits/useRequestCheck.ts';

/** Content of a conversation's next request, whether it fits, and remedies if it does not. */
export function useRequest(options: {
  readonly system: System;
  readonly conversationId: string | null;
  readonly temporary: boolean;
  readonly head: Head | null;
  /** Draft settings of a new conversation. */
  readonly newDraft: Pick<ReturnType<typeof useNewDraft>, 'asking' | 'keepAsking'>;
  readonly branch: Branch;
  readonly service: GenaiState | null;
  readonly composerKey: string;
  /** Draft files of a new conversation; null while unknown. */
  readonly newFiles: readonly Attachment[] | null;
  /** Whether dropped files belong to the draft. */
  readonly dropsHere: boolean;
  readonly attempt: Attempt;
  /** Models asked side by side; null for one. */
  readonly several: readonly string[] | null;
  readonly setSeveral: (models: readonly string[] | null) => void;
  /** Sends the draft despite its predicted limits. */
  readonly sendAnyway: () => void;
}) {
  const { system, conversationId, temporary, head, branch, service, composerKey } = options;
  const { attempt, several } = options;
  const choices = useChoices(branch);
  const client = useClient();
  const asking = useAsking({
    conversationId,
    head,
    models: service?.models ?? [],
    kept: options.newDraft.asking,
    keep: options.newDraft.keepAsking,
    perform: (work) => void attempt(work),
  });
  const { model, parameters, saveParameters, chooseModel } = asking;
  const basket = useComposerFiles({
    composerKey,
    systemId: system.id,
    conversationId,
    temporary,
    draft: conversationId === null ? options.newFiles : (head?.draftAttachments ?? null),
  });
  const attachments = useAttached(basket);
  const attaching = useAttaching(basket, {
    model: service?.models.find(({ id }) => id === model),
    enabled: system.genaiUrl !== null && (service?.keys.length !== 0 || service.keyless),
    dropsHere: options.dropsHere,
  });
  const { check, write } = useRequestCheck({
    known: conversationId === null || head !== null,
    systemId: system.id,
    conversationId,
    model,
    several,
    parameters,
    attachments,
    version: [
      head?.leafId,
      head?.startId,
      head?.startSummary,
      head?.imagesLeftOut,
      choices,
      head?.streaming ?? false,
      service?.modelsFetchedAt,
    ].join(' '),
  });
  const remedies = useRemedies({
    conversationId,
    start: head ?? sentWhole,
    model,
    leaveOutModels(models) {
      const left = (several ?? []).filter((one) => !models.includes(one));
      const [only] = left;
      options.setSeveral(left.length > 1 ? left : null);
      if (left.length === 1 && only !== undefined) chooseModel(only);
    },
    parameters,
    setParameters: saveParameters,
    chooseModel,
    attempt,
    sendAnyway: options.sendAnyway,
    files: fileRemedies(client, conversationId, basket),
  });
  return { ...asking, attaching, check, write, remedies };
}

const sentWhole = { startId: null, startSummary: null };

/** The user's choices for questions with a failed turn: they change the request. */
function useChoices({ slots }: Branch): string {
  return useMemo(
    () => slots.flatMap((one) => (one?.leftOut == null ? [] : `${one.id}:${one.leftOut}`)).join(),
    [slots],
  );
}
