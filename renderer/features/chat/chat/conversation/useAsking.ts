import { useEffect, useRef, useState } from 'react';
import type { Parameters } from '../../../../../preload/contract/chat/conversation.ts';
import type { DraftSettings } from '../../../../../preload/contract/chat/drafts.ts';
import type { Model } from '../../../../../preload/contract/chat/genai.ts';
import { useClient } from '../../../../kit/index.ts';
import { noParameters } from '../../models/index.ts';
import type { Head } from './store.ts';

/** Model and parameters of a conversation's requests; those of a new one are stored with its draft. */
export function useAsking(options: {
  readonly conversationId: string | null;
  readonly head: Head | null;
  readonly models: readonly Model[];
  /** The stored initial settings of a new one; null without any. */
  readonly kept: DraftSettings | null;
  readonly keep: (asking: DraftSettings) => void;
  readonly perform: (work: () => Promise<unknown>) => void;
}) {
  const { conversationId, head, models, kept, keep, perform } = options;
  const client = useClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const [begun, setBegun] = useState<Parameters>(noParameters);
  /** A choice made here takes precedence over late answers. */
  const isOurs = useRef(false);
  useEffect(() => {
    if (kept === null || isOurs.current) return;
    setChosen(kept.model);
    setBegun(kept.parameters);
  }, [kept]);
  const choose = (asking: DraftSettings) => {
    isOurs.current = true;
    setChosen(asking.model);
    setBegun(asking.parameters);
    keep(asking);
  };
  return {
    model: head?.model ?? chosen ?? models.find(({ listed }) => listed)?.id ?? null,
    parameters: head?.parameters ?? begun,
    /** Settings of a conversation that begins with its first message. */
    begun,
    /** It has begun; the next one starts with the same model. */
    forget() {
      if (begun !== noParameters) choose({ model: chosen, parameters: noParameters });
    },
    async saveParameters(parameters: Parameters) {
      if (conversationId === null) choose({ model: chosen, parameters });
      else await client.call('conversations.setParameters', { id: conversationId, parameters });
    },
    chooseModel(id: string) {
      if (conversationId === null) choose({ model: id, parameters: begun });
      else perform(() => client.call('conversations.setModel', { id: conversationId, model: id }));
    },
  };
}
