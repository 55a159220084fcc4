import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import type { Parameters } from '../../../../../preload/contract/chat/conversation.ts';
import { useStores } from '../../../../kit/index.ts';
import type { Attempt } from '../../../../kit/useProblem.ts';
import { isChanged } from '../../models/index.ts';
import type { useNewDraft } from './useNewDraft.ts';

interface SendingOptions {
  readonly systemId: string;
  /** Null for a conversation that begins with its first message. */
  readonly conversationId: string | null;
  readonly temporary: boolean;
  readonly model: string | null;
  /** Parameters chosen before the conversation began. */
  readonly begun: Parameters;
  readonly several: readonly string[] | null;
  readonly streaming: boolean;
  readonly newDraft: Pick<ReturnType<typeof useNewDraft>, 'keep' | 'forgetSent'>;
  readonly attempt: Attempt;
  /** A message is being sent, with none queued. */
  readonly onSending: () => void;
  /** The conversation has got its id. */
  readonly onBegun: (id: string) => void;
}

/** Ways out of the composer: into the conversation, its queue or its draft. */
export function useSending(options: SendingOptions) {
  const { systemId, conversationId, temporary, model, begun, several, streaming } = options;
  const { newDraft, attempt, onSending, onBegun } = options;
  const { client, route, writing } = useStores();

  const create = async (): Promise<string> => {
    const { id } = await client.call('conversations.create', { systemId, model, temporary });
    if (isChanged(begun))
      await client.call('conversations.setParameters', { id, parameters: begun });
    onBegun(id);
    route.replace({ screen: 'chat', conversationId: id });
    return id;
  };
  return {
    /** False: it was not sent, and stays in the composer. */
    async send(text: string, attachments: Attachment[], anyway: boolean): Promise<boolean> {
      const content = { text, ...(attachments.length === 0 ? {} : { attachments }) };
      const sent = await attempt(async () => {
        const models = several === null ? {} : { models: [...several] };
        if (conversationId !== null && streaming) {
          return client.call('chat.queue', { conversationId, ...content, ...models });
        }
        onSending();
        const how = { ...models, ...(anyway ? { anyway } : {}) };
        if (conversationId !== null) {
          return client.call('chat.send', { conversationId, ...content, ...how });
        }
        const id = await create();
        try {
          return await client.call('chat.send', { conversationId: id, ...content, ...how });
        } finally {
          // the conversation has it: it is not the draft of the next one
          await newDraft.forgetSent(text, attachments);
        }
      });
      return sent !== null;
    },
    /** False: main refused it. */
    async keepDraft(draft: string, over: string, writer: string): Promise<boolean> {
      if (conversationId === null) return newDraft.keep(draft, over, writer);
      // not through `attempt`, which would clear the last error on screen
      return writing.carryOut(() =>
        client.call('drafts.set', { id: conversationId, draft, over, writer }),
      );
    },
  };
}
