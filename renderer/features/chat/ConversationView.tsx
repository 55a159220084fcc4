import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { System } from '../../../preload/contract/systems/systems.ts';
import { useT } from '../../i18n/index.ts';
import { NoService } from '../../kit/bars/NoService.tsx';
import { isDemo, useFollowed, useStores } from '../../kit/index.ts';
import { useAction } from '../../kit/useAction.ts';
import { useTrouble } from '../../kit/useTrouble.ts';
import { PendingPrompt } from '../prompts/index.ts';
import { Beginnings } from './Beginnings.tsx';
import { ConversationHeader, NewHeader, TemporaryNote } from './ConversationHeader.tsx';
import { AboveComposer } from './composer/AboveComposer.tsx';
import { Composer, type ComposerHandle } from './composer/Composer.tsx';
import { ServiceLine } from './composer/ServiceLine.tsx';
import { useComposerKey } from './composer/useComposerKey.ts';
import { useNewDraft } from './composer/useNewDraft.ts';
import { useSending } from './composer/useSending.ts';
import { type Head, useConversation } from './conversation/conversation.ts';
import { ThreadActionsProvider } from './conversation/threadActions.ts';
import { useStart } from './limits/LeftOutMark.tsx';
import { limitCodes, RemediesProvider } from './limits/remedies.ts';
import { NoKey } from './NoKey.tsx';
import { type Panel, Panels } from './Panels.tsx';
import { SentRequest } from './sent/index.tsx';
import { Thread } from './thread/Thread.tsx';
import { usePanelCommands } from './usePanelCommands.ts';
import { useRequest } from './useRequest.ts';
import { useTurns } from './useTurns.ts';

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
  const store = useConversation(conversationId);
  const head = useStore(store, (state) => state.head);
  const branch = useStore(store, (state) => state.branch);
  const lost = useStore(store, (state) => state.problem);
  const { value: service, problem: unknown } = useFollowed((stores) => stores.genai);
  const { problem, attempt, forget } = useAction();
  const unkept = useUnkept(conversationId);
  const [temporary, setTemporary] = useTemporary(begunTemporary);
  const [editingId, setEditingId] = useEdited(conversationId, head);
  const [open, setOpen] = useState<Panel | null>(null);
  const composer = useRef<ComposerHandle>(null);
  const { composerKey, keepFor } = useComposerKey(conversationId);
  usePanelCommands(setOpen);
  const newDraft = useNewDraft(system.id, conversationId === null, temporary);
  useFresh(conversationId, forget);

  const streaming = head?.streaming ?? false;
  const perform = (work: () => Promise<unknown>) => void attempt(work);
  const turns = useTurns({
    ...{ conversationId, branch, streaming, attempt },
    editing: [editingId, setEditingId],
    onOpen: setOpen,
  });
  const sendAnyway = () => composer.current?.sendAnyway();
  const request = useRequest({
    ...{ system, conversationId, temporary, head, branch, service, composerKey, attempt },
    newFiles: newDraft.attachments,
    newDraft,
    dropsHere: editingId === null,
    ...{ several: turns.several, setSeveral: turns.setSeveral, sendAnyway },
  });
  const { model, parameters, check, attaching, remedies } = request;
  const { trouble: latest, dismiss } = useTrouble(problem, lost, unkept, newDraft.problem, unknown);
  const sentRuns = useStore(store, ({ live }) => turns.sentId !== null && turns.sentId in live);
  // the bar above the composer says it with numbers and ways out
  const trouble = latest && limitCodes.has(latest.code) && check?.problems.length ? null : latest;
  const { send, keepDraft } = useSending({
    systemId: system.id,
    conversationId,
    temporary,
    model,
    begun: request.begun,
    several: turns.several,
    streaming,
    newDraft,
    flush: () => composer.current?.flush(),
    attempt,
    onBegun: (id) => {
      keepFor(id);
      request.forget();
      setTemporary(false);
    },
  });
  const start = useStart({ head, turns: check?.leftOut || null, perform });
  const known = conversationId === null || head !== null;
  const insert = (text: string) => composer.current?.insert(text);
  const ways = { system, service, temporary, request, perform, insert, onOpen: setOpen };

  if (system.genaiUrl === null) return <NoService systemId={system.id} service="genai" />;
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
        <ThreadActionsProvider value={turns.actions}>
          <RemediesProvider value={remedies.actions}>
            <Thread
              key={conversationId}
              conversationId={conversationId}
              store={store}
              demo={isDemo(system)}
              branch={branch}
              streaming={streaming}
              editingId={editingId}
              start={start}
              beginning={known ? <Beginnings {...ways} /> : null}
            />
          </RemediesProvider>
        </ThreadActionsProvider>
      )}
      <div className="mx-auto w-full max-w-[46rem] shrink-0 px-4 pb-4">
        <RemediesProvider value={remedies.actions}>
          <AboveComposer
            systemId={system.id}
            {...{ head, check, trouble, perform }}
            summarising={remedies.summarising}
            serviceTrouble={needsKey ? null : (service?.problem ?? null)}
            {...{ onDismiss: dismiss, onSendAnyway: sendAnyway }}
            onTakenBack={(taken) => composer.current?.takeBack(taken)}
            otherDrafts={(conversationId === null ? newDraft : head)?.otherDrafts ?? []}
            flush={() => composer.current?.flush()}
          />
        </RemediesProvider>
        <ServiceLine
          service={service}
          model={model}
          parameters={parameters}
          check={check}
          onChooseModel={request.chooseModel}
          several={turns.several}
          onOneModel={turns.askOne}
          onOpen={setOpen}
        />
        {(head?.temporary ?? temporary) && <TemporaryNote />}
        <Composer
          key={composerKey}
          ref={composer}
          onWrite={request.write}
          disabled={needsKey}
          streaming={streaming}
          conversationId={conversationId}
          shared={conversationId !== null || !temporary}
          heard={conversationId === null ? newDraft.heard : store.heard}
          onDraft={keepDraft}
          onSend={send}
          attaching={attaching}
          onStop={turns.stop}
          onEditLast={turns.editLast}
        />
      </div>
      <PendingPrompt onInsert={insert} />
      {attaching.overlays}
      <SentRequest messageId={turns.sentId} running={sentRuns} onClose={turns.hideSent} />
      {service && (
        <Panels
          open={open}
          system={system}
          service={service}
          model={model}
          parameters={parameters}
          onSaveParameters={request.saveParameters}
          onChooseModel={request.chooseModel}
          onInsert={insert}
          several={turns.several}
          onSeveral={turns.askSeveral}
          onOpen={setOpen}
        />
      )}
    </section>
  );
}

/** The message in whose place the editor stands: at first the one whose edit was begun last and not sent. */
function useEdited(conversationId: string | null, head: Head | null) {
  const edited = useState<string | null>(null);
  const [, edit] = edited;
  const opened = head?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the conversation is opened, not when another window begins an edit
  useEffect(() => {
    edit(opened === conversationId ? (head?.edits.at(-1)?.messageId ?? null) : null);
  }, [conversationId, opened]);
  return edited;
}

/** Whether the conversation that begins here will leave nothing behind. */
function useTemporary(begun: number) {
  const temporary = useState(false);
  const [, setTemporary] = temporary;
  useEffect(() => {
    if (begun > 0) setTemporary(true);
  }, [begun]);
  return temporary;
}

/** Why what is being written could not be kept the last time. */
function useUnkept(conversationId: string | null) {
  const { writing } = useStores();
  useFresh(conversationId, writing.forget);
  return useStore(writing).problem;
}

/** Another conversation begins without the last one's problem. */
function useFresh(conversationId: string | null, forget: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another conversation is a beginning
  useEffect(() => {
    forget();
  }, [conversationId]);
}
