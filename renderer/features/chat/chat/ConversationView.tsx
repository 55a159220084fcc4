import { useT } from '../../../i18n/index.ts';
import { NoService } from '../../../kit/bars/NoService.tsx';
import { isDemo } from '../../../kit/index.ts';
import { PermissionDock } from '../permission/index.ts';
import { PendingPrompt } from '../prompts/index.ts';
import { Beginnings } from './Beginnings.tsx';
import { ConversationHeader, NewHeader, TemporaryNote } from './ConversationHeader.tsx';
import { AboveComposer } from './composer/AboveComposer.tsx';
import { Composer } from './composer/Composer.tsx';
import { ServiceLine } from './composer/ServiceLine.tsx';
import { ThreadActionsProvider } from './conversation/threadActions.ts';
import { RemediesProvider } from './limits/remedies.ts';
import { NoKey } from './NoKey.tsx';
import { Panels } from './Panels.tsx';
import { SentRequest } from './sent/index.tsx';
import { Thread } from './thread/Thread.tsx';
import { useCaretAfterKey } from './useCaretAfterKey.ts';
import { type ConversationOnScreen, useOpenConversation } from './useOpenConversation.ts';

/** One conversation: its thread, and the composer with the line above it. */
export function ConversationView(
  props: ConversationOnScreen & { readonly onComparing: (comparing: boolean) => void },
) {
  const { system, conversationId, onComparing } = props;
  const t = useT();
  const opened = useOpenConversation(props);
  const { store, head, branch, streaming, service, newDraft, turns, request, perform } = opened;
  const { composer, thread, composerKey, sending, sendAnyway, temporary, open, setOpen } = opened;
  const { model, parameters, check, attaching, remedies } = request;
  const known = conversationId === null || head !== null;
  const insert = (text: string) => composer.current?.insert(text);
  const ways = { system, service, temporary, request, perform, insert, onOpen: setOpen };

  const needsKey = service !== null && service.keys.length === 0 && !service.keyless;
  useCaretAfterKey(needsKey, open === 'keys');

  if (system.genaiUrl === null) return <NoService systemId={system.id} service="genai" />;
  return (
    <section
      aria-label={head?.title || t('chat.newConversation')}
      className="flex min-w-0 flex-1 flex-col"
    >
      {head !== null && <ConversationHeader head={head} perform={perform} />}
      {conversationId === null && (
        <NewHeader temporary={temporary} onTemporary={opened.setTemporary} />
      )}
      {needsKey && branch.slots.length === 0 ? (
        <NoKey onAdd={() => setOpen('keys')} />
      ) : (
        <ThreadActionsProvider value={turns.actions}>
          <RemediesProvider value={remedies.actions}>
            <Thread
              key={conversationId}
              ref={thread}
              conversationId={conversationId}
              store={store}
              demo={isDemo(system)}
              branch={branch}
              streaming={streaming}
              editingId={opened.editingId}
              start={opened.start}
              onComparing={onComparing}
              beginning={known ? <Beginnings {...ways} /> : null}
            />
          </RemediesProvider>
        </ThreadActionsProvider>
      )}
      <div className="mx-auto w-full max-w-[46rem] shrink-0 px-4 pb-4">
        <PermissionDock conversationId={conversationId} />
        <RemediesProvider value={remedies.actions}>
          <AboveComposer
            systemId={system.id}
            head={head}
            check={check}
            trouble={opened.trouble}
            perform={perform}
            summarising={remedies.summarising}
            serviceTrouble={needsKey && branch.slots.length > 0 ? null : (service?.problem ?? null)}
            onDismiss={opened.dismiss}
            onSendAnyway={sendAnyway}
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
          open={open}
          onOpen={setOpen}
          onSaveParameters={request.saveParameters}
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
          onDraft={sending.keepDraft}
          onSend={sending.send}
          attaching={attaching}
          onStop={turns.stop}
          onEditLast={turns.editLast}
        />
      </div>
      <PendingPrompt onInsert={insert} />
      {attaching.overlays}
      <SentRequest messageId={turns.sentId} running={opened.sentRuns} onClose={turns.hideSent} />
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
