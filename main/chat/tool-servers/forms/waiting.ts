import { randomUUID } from 'node:crypto';
import type { ToolForm } from '../../../../preload/contract/chat/tool-forms.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../../preload/contract/index.ts';
import { bounds } from '../bounds.ts';
import type { ServerLog } from '../log.ts';
import { type Content, contentOf, readForm } from './fields.ts';

export type FormAnswer =
  | { readonly action: 'accept'; readonly content: Content }
  | { readonly action: 'decline' | 'cancel' };

/** A call of a tool that runs now. */
export interface RunningTool {
  readonly conversationId: string;
  readonly tool: string;
  /** Aborts when it is over. */
  readonly signal: AbortSignal;
  /** Forms that its server has asked for. */
  asked: number;
}

/** Forms of servers that wait for the user. */
export interface ToolForms {
  readonly calls: Handlers<'toolForms'>;
  /** Asks the user. One whose call is over is cancelled. */
  ask(form: Omit<ToolForm, 'id'>, signal: AbortSignal): Promise<FormAnswer>;
}

const cancel: FormAnswer = { action: 'cancel' };

export function createToolForms(emit: Emit): ToolForms {
  const waiting = new Map<string, { form: ToolForm; settle: (answer: FormAnswer) => void }>();
  const all = (): ToolForm[] => [...waiting.values()].map(({ form }) => form);

  return {
    calls: {
      snapshot: async () => all(),
      async answer({ id, answer }) {
        const one = waiting.get(id);
        if (one === undefined) throw new AppError('not-found', { details: { what: 'tool-form' } });
        const isAccepted = answer.kind === 'accept';
        one.settle(
          isAccepted
            ? { action: 'accept', content: contentOf(one.form.fields, answer.values) }
            : { action: answer.kind },
        );
      },
    },

    ask: (asked, signal) =>
      new Promise((resolve) => {
        const id = randomUUID();
        const end = (): void => settle(cancel);
        const settle = (answer: FormAnswer): void => {
          if (!waiting.delete(id)) return;
          signal.removeEventListener('abort', end);
          resolve(answer);
          emit('toolForms.changed', all());
        };
        waiting.set(id, { form: { ...asked, id }, settle });
        emit('toolForms.changed', all());
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
      }),
  };
}

/** The calls of one server that run now, and whose conversation a form belongs to. */
export function createRunningTools(
  log: ServerLog,
  ask: (form: Omit<ToolForm, 'id' | 'server'>, signal: AbortSignal) => Promise<FormAnswer>,
) {
  const running = new Set<RunningTool>();

  return {
    /** Runs a call; what its server asks meanwhile ends with it. */
    async during<T>(
      { conversationId, tool }: Pick<RunningTool, 'conversationId' | 'tool'>,
      run: () => Promise<T>,
    ): Promise<T> {
      const over = new AbortController();
      const one = { conversationId, tool, signal: over.signal, asked: 0 };
      running.add(one);
      try {
        return await run();
      } finally {
        running.delete(one);
        over.abort();
      }
    },

    /** Asks the user for what a server asked for. The protocol does not say for which call: it must be clear. */
    async fillIn(params: unknown): Promise<FormAnswer> {
      const [one, ...others] = running;
      const isClear = others.every(({ conversationId }) => conversationId === one?.conversationId);
      const form = readForm(params);
      if (one === undefined || !isClear || form === null || one.asked >= bounds.forms) {
        log.add('app', 'a form was not shown');
        return cancel;
      }
      one.asked += 1;
      const { conversationId, tool, signal } = one;
      return ask({ ...form, conversationId, tool }, signal);
    },
  };
}
