import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { System } from '../../preload/contract/systems.ts';
import { useAction } from '../app/useAction.ts';
import { useT } from '../i18n/index.ts';
import { useFollowed, useStores } from '../stores/index.ts';
import { Button, EmptyState, ErrorBar } from '../ui/index.ts';
import { ApiKeysDialog } from './ApiKeysDialog.tsx';
import { Composer } from './Composer.tsx';
import { branchOf, useConversation } from './conversation.ts';
import { ModelMenu } from './ModelMenu.tsx';
import { Thread } from './Thread.tsx';

interface ConversationViewProps {
  readonly system: System;
  /** Null: a conversation that begins with its first message. */
  readonly conversationId: string | null;
}

/** One conversation: its thread, and the composer with the line above it. */
export function ConversationView({ system, conversationId }: ConversationViewProps) {
  const t = useT();
  const { client, route } = useStores();
  const { conversation, problem: lost } = useConversation(conversationId);
  const { value: service, problem: unknown } = useFollowed((stores) => stores.genai);
  const { problem, attempt, forget } = useAction();
  const [chosenModel, setChosenModel] = useState<string | null>(null);
  const [keysOpen, setKeysOpen] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation begins without the last one's trouble
  useEffect(() => forget(), [conversationId]);

  const models = service?.models ?? [];
  const model =
    conversation?.model ?? chosenModel ?? models.find(({ listed }) => listed)?.id ?? null;
  const key = service?.keys.find(({ id }) => id === service.selectedKeyId) ?? null;
  const trouble = problem ?? lost ?? unknown;
  const branch = conversation === null ? [] : branchOf(conversation);
  const streaming = conversation?.streaming ?? false;

  const chooseModel = (id: string) => {
    if (conversationId === null) setChosenModel(id);
    else void attempt(() => client.call('chat.setModel', { id: conversationId, model: id }));
  };
  const send = async (text: string): Promise<boolean> => {
    const sent = await attempt(async () => {
      const target =
        conversationId ?? (await client.call('chat.create', { systemId: system.id, model })).id;
      if (conversationId === null) route.replace({ screen: 'chat', conversationId: target });
      await client.call('chat.send', { conversationId: target, text });
    });
    return sent !== null;
  };
  const stop = () => {
    if (conversationId !== null) {
      void attempt(() => client.call('chat.stop', { conversationId }));
    }
  };
  const regenerate = (messageId: string) =>
    void attempt(() => client.call('chat.regenerate', { messageId }));

  if (system.genaiUrl === null) {
    return (
      <div className="flex-1">
        <EmptyState
          icon={KeyRound}
          title={t('chat.noService.title')}
          action={
            <Button onClick={() => route.go({ screen: 'system', systemId: system.id })}>
              {t('chat.noService.action')}
            </Button>
          }
        >
          {t('chat.noService.text')}
        </EmptyState>
      </div>
    );
  }
  const needsKey = service !== null && service.keys.length === 0;
  return (
    <section
      aria-label={conversation?.title || t('chat.newConversation')}
      className="flex min-w-0 flex-1 flex-col"
    >
      {needsKey && branch.length === 0 ? (
        <div className="flex flex-1 items-center justify-center">
          <EmptyState
            icon={KeyRound}
            title={t('chat.noKey.title')}
            action={
              <Button variant="primary" onClick={() => setKeysOpen(true)}>
                {t('chat.keys.add')}
              </Button>
            }
          >
            {t('chat.noKey.text')}
          </EmptyState>
        </div>
      ) : (
        <Thread
          key={conversationId}
          demo={system.kind === 'demo'}
          branch={branch}
          streaming={streaming}
          onRegenerate={regenerate}
        />
      )}
      <div className="mx-auto w-full max-w-[46rem] px-4 pb-4">
        {trouble && <ErrorBar error={trouble} className="mb-2" onDismiss={forget} />}
        {service?.problem && !needsKey && (
          <ErrorBar
            error={service.problem}
            className="mb-2"
            onRetry={() =>
              void attempt(() => client.call('genai.refreshModels', { systemId: system.id }))
            }
          />
        )}
        <div className="mb-1.5 flex min-w-0 items-center gap-1 text-small">
          <ModelMenu models={models} chosen={model} onChoose={chooseModel} />
          <Button size="small" variant="quiet" icon={KeyRound} onClick={() => setKeysOpen(true)}>
            {key === null
              ? t('chat.keys.none')
              : t('chat.keys.short', { name: key.name, lastFour: key.lastFour })}
          </Button>
        </div>
        <Composer
          key={conversationId}
          streaming={streaming}
          disabled={needsKey}
          onSend={send}
          onStop={stop}
        />
      </div>
      {keysOpen && service && (
        <ApiKeysDialog service={service} onClose={() => setKeysOpen(false)} />
      )}
    </section>
  );
}
