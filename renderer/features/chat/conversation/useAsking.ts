import { useState } from 'react';
import type { Parameters } from '../../../../preload/contract/conversation.ts';
import type { Model } from '../../../../preload/contract/genai.ts';
import { useClient } from '../../../kit/index.ts';
import { noParameters } from '../../models/index.ts';
import type { Head } from './conversation.ts';

/** The model and parameters that a conversation asks with; those of one that has not begun are kept here. */
export function useAsking(options: {
  readonly conversationId: string | null;
  readonly head: Head | null;
  readonly models: readonly Model[];
  readonly perform: (work: () => Promise<unknown>) => void;
}) {
  const { conversationId, head, models, perform } = options;
  const client = useClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const [begun, setBegun] = useState<Parameters>(noParameters);
  return {
    model: head?.model ?? chosen ?? models.find(({ listed }) => listed)?.id ?? null,
    parameters: head?.parameters ?? begun,
    /** Of a conversation that begins with its first message. */
    begun,
    forget: () => setBegun(noParameters),
    async saveParameters(parameters: Parameters) {
      if (conversationId === null) setBegun(parameters);
      else await client.call('conversations.setParameters', { id: conversationId, parameters });
    },
    chooseModel(id: string) {
      if (conversationId === null) setChosen(id);
      else perform(() => client.call('conversations.setModel', { id: conversationId, model: id }));
    },
  };
}
