import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import type { Parameters } from '../../../../../preload/contract/chat/conversation.ts';
import type { RequestCheck } from '../../../../../preload/contract/chat/request-check.ts';
import { useClient } from '../../../../kit/index.ts';
import { type Checker, createChecker } from './checker.ts';

interface CheckedConversation {
  /** Nothing is requested before: main reads the whole branch for it, and pending messages would wait behind that. */
  readonly known: boolean;
  readonly systemId: string;
  /** Null for a conversation that begins with this message. */
  readonly conversationId: string | null;
  readonly model: string | null;
  /** Models asked side by side instead; null for one. */
  readonly several: readonly string[] | null;
  readonly parameters: Parameters;
  /** The files of the draft. */
  readonly attachments?: readonly Attachment[];
  /** Changes whenever another relevant part of the conversation changed, such as its end. */
  readonly version: string;
}

interface Subject extends CheckedConversation {
  readonly text: string;
}

const subjectOf = (whole: CheckedConversation, text: string): Subject | null =>
  whole.known ? { ...whole, text } : null;

interface Checked {
  /** Check of the request that `send` would make now; null while unknown. */
  readonly check: RequestCheck | null;
  /** Sets the draft's text; cheap enough for every keystroke. */
  readonly write: (text: string) => void;
  /** The last text set. */
  readonly text: () => string;
}

/** Lets main check the draft, after each pause in the typing. */
export function useRequestCheck(conversation: CheckedConversation): Checked {
  const { known, systemId, conversationId, model, several, parameters, version, attachments } =
    conversation;
  const client = useClient();
  const [check, setCheck] = useState<RequestCheck | null>(null);
  const checker = useRef<Checker<Subject> | null>(null);
  const text = useRef('');
  const whole = useMemo(
    () => ({
      known,
      systemId,
      conversationId,
      model,
      several,
      parameters,
      version,
      ...(attachments === undefined ? {} : { attachments }),
    }),
    [known, systemId, conversationId, model, several, parameters, version, attachments],
  );
  const latest = useRef(whole);

  useEffect(() => {
    const made = createChecker<Subject, RequestCheck>(
      (subject) => {
        const { conversationId: id, systemId: of, model: asked, parameters: given } = subject;
        const files = subject.attachments ? { attachments: [...subject.attachments] } : {};
        const models = subject.several === null ? {} : { models: [...subject.several] };
        const content = { text: subject.text, ...files, ...models };
        return id === null
          ? client.call('requests.checkNew', {
              systemId: of,
              model: asked,
              parameters: given,
              ...content,
            })
          : client.call('requests.check', { conversationId: id, ...content });
      },
      setCheck,
      (asked, now) =>
        asked.conversationId === now.conversationId &&
        asked.model === now.model &&
        asked.several === now.several,
    );
    checker.current = made;
    // a tool's tokens count only while it may be offered
    const stop = client.on('tools.changed', () =>
      made.look(subjectOf(latest.current, text.current), true),
    );
    return () => {
      made.close();
      stop();
    };
  }, [client]);
  useEffect(() => {
    latest.current = whole;
    checker.current?.look(subjectOf(whole, text.current), true);
  }, [whole]);
  const write = useCallback((written: string) => {
    if (written === text.current) return;
    text.current = written;
    checker.current?.look(subjectOf(latest.current, written));
  }, []);
  return { check, write, text: useCallback(() => text.current, []) };
}
