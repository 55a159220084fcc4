import { randomUUID } from 'node:crypto';
import type { ToolForm } from '../../../../preload/contract/chat/tool-forms.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../../preload/contract/index.ts';
import { bounds } from '../bounds.ts';
import type { ServerLog } from '../log.ts';
import { type Asked, type Content, contentOf, readForm } from './fields.ts';
import { addressOf, isOfPage, pagesWanted, readPage } from './pages.ts';

/** A page that was opened has no content. */
export type FormAnswer =
  | { readonly action: 'accept'; readonly content?: Content }
  | { readonly action: 'decline' | 'cancel' };

/** A call of a tool that runs now. */
export interface RunningTool {
  readonly conversationId: string;
  readonly tool: string;
  /** Aborts when it is over, or nothing more can come of it. */
  readonly signal: AbortSignal;
  /** Forms that its server has asked for. */
  asked: number;
  /** Pages that the user opened for it. */
  readonly opened: Set<string>;
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
        if (answer.kind !== 'accept') return one.settle({ action: answer.kind });
        const content = contentOf(one.form.fields, answer.values);
        one.settle({ action: 'accept', ...(one.form.page === null && { content }) });
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

/**
 * The calls of one server that run now, and whose conversation a form belongs to.
 * @param here whether the server runs on this computer
 */
export function createRunningTools(
  log: ServerLog,
  ask: (form: Omit<ToolForm, 'id' | 'server'>, signal: AbortSignal) => Promise<FormAnswer>,
  here: () => boolean,
) {
  const running = new Set<RunningTool>();
  let asked = 0;

  /** Reads what a server asks for, without secrets that it repeats: a page whose address has one is none. */
  function read(params: unknown): Asked | null {
    const said = log.maskAll(params);
    if (!isOfPage(params)) return readForm(said);
    return addressOf(said) === addressOf(params) ? readPage(said, here()) : null;
  }

  /** Returns null if the user is not asked. */
  async function askFor(one: RunningTool | undefined, params: unknown): Promise<FormAnswer | null> {
    const form = read(params);
    if (one === undefined || form === null || one.asked >= bounds.forms) {
      log.add('app', isOfPage(params) ? 'a page was not offered' : 'a form was not shown');
      return null;
    }
    one.asked += 1;
    asked += 1;
    const { conversationId, tool, signal, opened } = one;
    const page = form.page && { ...form.page, opened: opened.has(form.page.url) };
    const answer = await ask({ ...form, page, conversationId, tool }, signal);
    if (page !== null && answer.action === 'accept') opened.add(page.url);
    return answer;
  }

  /** @throws Error if the page is not offered, or the user did not open it or say that it is done */
  async function leadTo(one: RunningTool, params: unknown): Promise<void> {
    // once to open it, once to go on: not every server says when it is done
    for (const _ of ['open', 'done']) {
      const answer = isOfPage(params) ? await askFor(one, params) : null;
      if (answer === null) throw new Error('the app does not offer the page that it asks for');
      if (answer.action !== 'accept') {
        throw new Error('the user did not open the page that it asks for');
      }
    }
  }

  return {
    /** Counts what the user was asked. */
    asked: () => asked,
    /** Runs a call, again once pages were opened without which it is refused; what its server asks ends with it. */
    async during<T>(
      { conversationId, tool, signal }: Pick<RunningTool, 'conversationId' | 'tool' | 'signal'>,
      run: () => Promise<T>,
    ): Promise<T> {
      const over = new AbortController();
      const until = AbortSignal.any([over.signal, signal]);
      const one = { conversationId, tool, signal: until, asked: 0, opened: new Set<string>() };
      running.add(one);
      try {
        for (;;) {
          try {
            return await run();
          } catch (cause) {
            const pages = pagesWanted(cause);
            if (pages === null) throw cause;
            for (const params of pages) await leadTo(one, params);
          }
        }
      } finally {
        running.delete(one);
        over.abort();
      }
    },

    /** Asks the user for what a server asked for. The protocol does not say for which call: it must be clear. */
    async fillIn(params: unknown): Promise<FormAnswer> {
      const [one, ...others] = running;
      const isClear = others.every(({ conversationId }) => conversationId === one?.conversationId);
      return (await askFor(isClear ? one : undefined, params)) ?? cancel;
    },
  };
}
