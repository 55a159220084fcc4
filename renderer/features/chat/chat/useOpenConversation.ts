import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { useTrouble } from '../../../kit/useTrouble.ts';
import type { ComposerHandle } from './composer/useComposerHandle.ts';
import { useComposerKey } from './composer/useComposerKey.ts';
import { useNewDraft } from './composer/useNewDraft.ts';
import { useSending } from './composer/useSending.ts';
import { useConversation } from './conversation/conversation.ts';
import type { Head } from './conversation/store.ts';
import { useStart } from './limits/LeftOutMark.tsx';
import { limitCodes } from './limits/remedies.ts';
import type { Panel } from './Panels.tsx';
import type { ThreadHandle } from './thread/Thread.tsx';
import { usePanelCommands } from './usePanelCommands.ts';
import { useRequest } from './useRequest.ts';
import { useTurns } from './useTurns.ts';

/** The conversation on screen. */
export interface ConversationOnScreen {
  readonly system: System;
  /** Null for a conversation that begins with its first message. */
  readonly conversationId: string | null;
  /** Number of times a temporary conversation was requested. */
  readonly begunTemporary: number;
}

/** State of the conversation on screen and of its draft, with the actions on both. */
export function useOpenConversation(onScreen: ConversationOnScreen) {
  const { system, conversationId, begunTemporary } = onScreen;
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
  const thread = useRef<ThreadHandle>(null);
  const onSending = () => thread.current?.toEnd();
  const { composerKey, keepFor } = useComposerKey(conversationId);
  usePanelCommands(setOpen);
  const newDraft = useNewDraft(system.id, conversationId === null, temporary);
  useFresh(conversationId, forget);

  const streaming = head?.streaming ?? false;
  const perform = (work: () => Promise<unknown>) => void attempt(work);
  const turns = useTurns({
    conversationId,
    branch,
    streaming,
    attempt,
    editing: [editingId, setEditingId],
    onOpen: setOpen,
    onSending,
    onStaying: () => thread.current?.stay(),
  });
  const sendAnyway = () => composer.current?.sendAnyway();
  const request = useRequest({
    system,
    conversationId,
    temporary,
    head,
    branch,
    service,
    composerKey,
    attempt,
    newFiles: newDraft.attachments,
    newDraft,
    dropsHere: editingId === null,
    several: turns.several,
    setSeveral: turns.setSeveral,
    sendAnyway,
  });
  const { model, check } = request;
  const { trouble: latest, dismiss } = useTrouble(problem, lost, unkept, newDraft.problem, unknown);
  const sentRuns = useStore(store, ({ live }) => turns.sentId !== null && turns.sentId in live);
  // the bar above the composer shows it with numbers and remedies
  const trouble = latest && limitCodes.has(latest.code) && check?.problems.length ? null : latest;
  const sending = useSending({
    systemId: system.id,
    conversationId,
    temporary,
    model,
    begun: request.begun,
    several: turns.several,
    streaming,
    newDraft,
    attempt,
    onSending,
    onBegun: (id) => {
      keepFor(id);
      request.forget();
      setTemporary(false);
    },
  });
  const start = useStart({ head, turns: check?.leftOut || null, perform });
  return {
    store,
    head,
    branch,
    streaming,
    service,
    newDraft,
    temporary,
    setTemporary,
    editingId,
    open,
    setOpen,
    composer,
    thread,
    composerKey,
    perform,
    turns,
    request,
    trouble,
    dismiss,
    sentRuns,
    sendAnyway,
    sending,
    start,
  };
}

/** The message replaced by the editor: initially that of the latest unsent edit. */
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

/** Whether the new conversation will be temporary. */
function useTemporary(begun: number) {
  const temporary = useState(false);
  const [, setTemporary] = temporary;
  useEffect(() => {
    if (begun > 0) setTemporary(true);
  }, [begun]);
  return temporary;
}

/** The last error of storing the draft. */
function useUnkept(conversationId: string | null) {
  const { writing } = useStores();
  useFresh(conversationId, writing.forget);
  return useStore(writing).problem;
}

/** Clears the error when another conversation opens. */
function useFresh(conversationId: string | null, forget: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another conversation is a beginning
  useEffect(() => {
    forget();
  }, [conversationId]);
}
