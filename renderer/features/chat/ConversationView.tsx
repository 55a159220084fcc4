import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Parameters } from '../../../preload/contract/conversation.ts';
import type { System } from '../../../preload/contract/systems.ts';
import { useAttached, useAttaching } from '../../attachments/index.ts';
import { useT } from '../../i18n/index.ts';
import { useFollowed, useStores } from '../../kit/index.ts';
import { useAction } from '../../kit/useAction.ts';
import { noParameters } from '../models/index.ts';
import { PendingPrompt } from '../prompts/index.ts';
import { ConversationHeader, NewHeader, TemporaryNote } from './ConversationHeader.tsx';
import { AboveComposer } from './composer/AboveComposer.tsx';
import { Composer, type ComposerHandle } from './composer/Composer.tsx';
import { ServiceLine } from './composer/ServiceLine.tsx';
import { useComposerFiles } from './composer/useComposerFiles.ts';
import { useComposerKey } from './composer/useComposerKey.ts';
import { useNewDraft } from './composer/useNewDraft.ts';
import { useSending } from './composer/useSending.ts';
import { useConversation } from './conversation/conversation.ts';
import { ThreadActionsProvider } from './conversation/threadActions.ts';
import { useTurnActions } from './conversation/useTurnActions.ts';
import {
  attachAgain,
  leaveOutFiles,
  leaveOutImages,
  readInParts,
  shrinkImages,
} from './limits/attachmentRemedies.ts';
import { LeftOutMark } from './limits/LeftOutMark.tsx';
import { limitCodes, RemediesProvider } from './limits/remedies.ts';
import { useRemedies } from './limits/useRemedies.ts';
import { useRequestCheck } from './limits/useRequestCheck.ts';
import { NoKey } from './NoKey.tsx';
import { NoService } from './NoService.tsx';
import { type Panel, Panels } from './Panels.tsx';
import { Thread } from './thread/Thread.tsx';
import { useConversationCommands } from './useConversationCommands.ts';
import { usePanelCommands } from './usePanelCommands.ts';

interface ConversationViewProps {
  readonly system: System;
  /** Null: a conversation that begins with its first message. */
  readonly conversationId: string | null;
  /** Counts how often a temporary conversation was asked for. */
  readonly begunTemporary: number;
}

/** One conversation: its thread, and the composer with the line above it. */
export function ConversationView(props: ConversationViewProps) {
  const { system, conversationId, begunTemporary } = props;
  const t = useT();
  const { client } = useStores();
  const store = useConversation(conversationId);
  const head = useStore(store, (state) => state.head);
  const branch = useStore(store, (state) => state.branch);
  const lost = useStore(store, (state) => state.problem);
  const { value: service, problem: unknown } = useFollowed((stores) => stores.genai);
  const { problem, attempt, forget } = useAction();
  const [chosenModel, setChosenModel] = useState<string | null>(null);
  const [temporary, setTemporary] = useState(false);
  const [begun, setBegun] = useState<Parameters>(noParameters);
  const [editingId, setEditingId] = useState<string | null>(null);
  const [open, setOpen] = useState<Panel | null>(null);
  const [several, setSeveral] = useState<readonly string[] | null>(null);
  const [againId, setAgainId] = useState<string | null>(null);
  const composer = useRef<ComposerHandle>(null);
  const { composerKey, keepFor } = useComposerKey(conversationId);
  usePanelCommands(setOpen);
  const newDraft = useNewDraft(system.id, conversationId === null, temporary);

  useEffect(() => {
    if (begunTemporary > 0) setTemporary(true);
  }, [begunTemporary]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation begins without the last one's state
  useEffect(() => {
    forget();
    setEditingId(null);
  }, [conversationId]);

  const models = service?.models ?? [];
  const model = head?.model ?? chosenModel ?? models.find(({ listed }) => listed)?.id ?? null;
  const streaming = head?.streaming ?? false;
  const parameters = head?.parameters ?? begun;
  const basket = useComposerFiles({
    composerKey,
    systemId: system.id,
    conversationId,
    temporary,
    draft: head?.draftAttachments ?? null,
  });
  const attached = useAttached(basket);
  const attaching = useAttaching(basket, {
    model: models.find(({ id }) => id === model),
    enabled: system.genaiUrl !== null && service?.keys.length !== 0,
    dropsHere: editingId === null,
  });
  const perform = (work: () => Promise<unknown>) => void attempt(work);
  const saveParameters = async (next: Parameters) => {
    if (conversationId === null) setBegun(next);
    else await client.call('conversations.setParameters', { id: conversationId, parameters: next });
  };

  const chooseModel = (id: string) => {
    if (conversationId === null) setChosenModel(id);
    else perform(() => client.call('conversations.setModel', { id: conversationId, model: id }));
  };
  const { check, write } = useRequestCheck({
    systemId: system.id,
    conversationId,
    model,
    parameters,
    attachments: attached,
    version: [
      head?.leafId,
      head?.startId,
      head?.startSummary,
      head?.imagesLeftOut,
      streaming,
      service?.modelsFetchedAt,
    ].join(' '),
  });
  const remedies = useRemedies({
    conversationId,
    model,
    parameters,
    setParameters: saveParameters,
    chooseModel,
    attempt,
    files: {
      shrink: () => shrinkImages(client, conversationId, basket),
      leaveOut: () => leaveOutImages(client, conversationId, basket),
      leaveOutFiles: (files) => leaveOutFiles(client, conversationId, basket, files),
      attachAgain: (files) => attachAgain(client, conversationId, basket, files),
      readInParts: async () => readInParts(basket),
    },
  });
  const said = problem ?? lost ?? unknown;
  // the bar above the composer says it with numbers and ways out
  const trouble = said && limitCodes.has(said.code) && check?.problems.length ? null : said;
  const { send, keepDraft } = useSending({
    systemId: system.id,
    conversationId,
    temporary,
    model,
    begun,
    several,
    streaming,
    newDraft,
    attempt,
    onBegun: (id) => {
      keepFor(id);
      setBegun(noParameters);
      setTemporary(false);
    },
  });
  const actions = useTurnActions({
    attempt,
    several,
    onEdit: setEditingId,
    onAgain: (messageId) => {
      setAgainId(messageId);
      setOpen('again');
    },
  });
  const start = head?.startId
    ? {
        id: head.startId,
        mark: (
          <LeftOutMark
            turns={check?.leftOut || null}
            summary={head.startSummary}
            onSendAll={() =>
              perform(() => client.call('requests.setStart', { id: head.id, messageId: null }))
            }
          />
        ),
      }
    : null;
  const editLast = () => {
    const last = branch.slots.findLast((slot) => slot?.role === 'user');
    if (last !== undefined && !streaming) setEditingId(last.id);
  };

  const stop = () => {
    if (conversationId !== null) perform(() => client.call('chat.stop', { conversationId }));
  };
  useConversationCommands({
    branch,
    streaming,
    actions,
    editLast,
    stop,
    openSeveral: () => setOpen('several'),
  });

  if (system.genaiUrl === null) return <NoService systemId={system.id} />;
  const needsKey = service !== null && service.keys.length === 0;
  return (
    <section
      aria-label={head?.title || t('chat.newConversation')}
      className="flex min-w-0 flex-1 flex-col"
    >
      {head !== null && <ConversationHeader head={head} perform={perform} />}
      {conversationId === null && <NewHeader temporary={temporary} onTemporary={setTemporary} />}
      {needsKey && branch.slots.length === 0 ? (
        <NoKey onAdd={() => setOpen('keys')} />
      ) : (
        <ThreadActionsProvider value={actions}>
          <RemediesProvider value={remedies.actions}>
            <Thread
              key={conversationId}
              conversationId={conversationId}
              store={store}
              demo={system.kind === 'demo'}
              branch={branch}
              streaming={streaming}
              editingId={editingId}
              start={start}
              beginning={
                conversationId !== null && head === null
                  ? ''
                  : temporary
                    ? t('chat.temporary.begin')
                    : t('chat.begin')
              }
            />
          </RemediesProvider>
        </ThreadActionsProvider>
      )}
      <div className="mx-auto w-full max-w-[46rem] shrink-0 px-4 pb-4">
        <RemediesProvider value={remedies.actions}>
          <AboveComposer
            systemId={system.id}
            head={head}
            check={check}
            summarising={remedies.summarising}
            trouble={trouble}
            serviceTrouble={needsKey ? null : (service?.problem ?? null)}
            onDismiss={forget}
            perform={perform}
          />
        </RemediesProvider>
        <ServiceLine
          service={service}
          model={model}
          parameters={parameters}
          check={check}
          onChooseModel={chooseModel}
          several={several}
          onOneModel={() => setSeveral(null)}
          onOpen={setOpen}
        />
        {(head?.temporary ?? temporary) && <TemporaryNote />}
        <Composer
          key={composerKey}
          ref={composer}
          onWrite={write}
          streaming={streaming}
          disabled={needsKey}
          draft={conversationId === null ? newDraft.draft : (head?.draft ?? null)}
          onDraft={keepDraft}
          onSend={send}
          attaching={attaching}
          onStop={stop}
          onEditLast={editLast}
        />
      </div>
      <PendingPrompt onInsert={(text) => composer.current?.insert(text)} />
      {attaching.overlays}
      {service && (
        <Panels
          open={open}
          system={system}
          service={service}
          model={model}
          parameters={parameters}
          onSaveParameters={saveParameters}
          onChooseModel={chooseModel}
          onInsert={(text) => composer.current?.insert(text)}
          several={several}
          onSeveral={(chosen, panel) => {
            if (panel === 'several') setSeveral(chosen);
            else if (againId !== null) {
              perform(() =>
                client.call('chat.regenerate', { messageId: againId, models: [...chosen] }),
              );
            }
          }}
          onOpen={setOpen}
        />
      )}
    </section>
  );
}
