import { randomUUID } from 'node:crypto';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { SshQuestion } from '../../../preload/contract/work/ssh.ts';

export interface Question {
  /** Null: the user refused to answer. */
  readonly answer: Promise<string | null>;
  /** Takes it off the screen; it is answered with null if it was not yet. */
  withdraw(): void;
}

export type Ask = (question: Omit<SshQuestion, 'id'>) => Question;

/** Questions of ssh that wait for the user. An answer is handed on once and kept nowhere. */
export function createQuestions(emit: Emit): {
  readonly ask: Ask;
  readonly calls: Handlers<'ssh'>;
} {
  const open = new Map<string, { shown: SshQuestion; answer(text: string | null): void }>();
  const list = (): SshQuestion[] => [...open.values()].map(({ shown }) => shown);
  const settle = (id: string, text: string | null): void => {
    const one = open.get(id);
    if (one === undefined) return;
    open.delete(id);
    one.answer(text);
    emit('ssh.changed', list());
  };
  return {
    ask(question) {
      const id = randomUUID();
      const answer = new Promise<string | null>((resolve) => {
        open.set(id, { shown: { ...question, id }, answer: resolve });
      });
      emit('ssh.changed', list());
      return { answer, withdraw: () => settle(id, null) };
    },
    calls: {
      snapshot: async () => list(),
      answer: async ({ id, text }) => settle(id, text),
    },
  };
}
