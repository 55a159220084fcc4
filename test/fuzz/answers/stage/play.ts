import type { CDPSession, Page } from 'playwright';
import type { CallInput, CallName, CallOutput } from '../../../../preload/contract/index.ts';
import { preparedSystemId } from '../../../support/files/prepared-folder.ts';
import { patience } from '../../../support/patience.ts';
import type { Texts as Words } from '../../../tour/texts.ts';
import type { Payload } from '../payload.ts';
import { markPrefix, recordTasks, type Task } from './tasks.ts';
import { unsafeParts, type Watch } from './watch.ts';

/** A window of the app whose page has no policy, on a service that answers with payloads. */
export interface Stage {
  readonly page: Page;
  readonly session: CDPSession;
  readonly t: Words;
  readonly watch: Watch;
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>;
}

export interface Played {
  /** What happened and must not, each with its payload. */
  readonly findings: string[];
  readonly tasks: readonly Task[];
}

/** Asks for each payload in one conversation, and opens the conversation again. */
export async function play(stage: Stage, payloads: readonly Payload[]): Promise<Played> {
  const { page, session, watch } = stage;
  const findings: string[] = [];
  const find = (name: string, what: readonly string[]): void => {
    findings.push(...what.map((one) => `${name}: ${one}`));
  };
  const { id } = await stage.call('conversations.create', {
    systemId: preparedSystemId,
    model: 'alpha3.6-35b',
  });
  await page.evaluate((to) => {
    location.hash = `#/chat/${to}`;
  }, id);
  await page.getByRole('log').waitFor();
  // A window that is loaded anew a hundred times in some minutes keeps the documents before it: no user's does.
  await session.send('HeapProfiler.collectGarbage');
  const recording = await recordTasks(session);
  const answers: string[] = [];
  for (const payload of payloads) {
    await mark(page, payload.name);
    const { answerId } = await stage.call('chat.send', { conversationId: id, text: payload.name });
    answers.push(answerId);
    await drawn(page, answerId).catch(() =>
      find(payload.name, ['fault: it is not drawn to its end']),
    );
    if (payload.family === 'diagrams') find(payload.name, await drawDiagram(stage, answerId));
    find(payload.name, await page.evaluate(unsafeParts, answerId));
    find(payload.name, watch.take());
  }
  const { messages } = await stage.call('conversations.open', { id });
  const kept = new Map(messages.map((message) => [message.id, message.content]));
  payloads.forEach(({ name, text }, index) => {
    const content = kept.get(answers[index] ?? '');
    // line breaks before the first word are none, and nothing but blanks may be none, by the app's own rule
    const wanted = text.replace(/^[\r\n]+/, '');
    const isNone = text.trim() === '' && content === '';
    if (content === undefined || (!isNone && wellFormed(content) !== wellFormed(wanted)))
      find(name, ['fault: it came as another text']);
  });
  await mark(page, 'opened again');
  await page.reload();
  await mark(page, 'opened again');
  const last = answers.at(-1) ?? '';
  await drawn(page, last).catch(() => find('opened again', ['fault: it is not drawn to its end']));
  if (!(await page.getByRole('textbox', { name: stage.t('chat.composer.label') }).isVisible())) {
    find('opened again', ['fault: nothing can be written']);
  }
  find('opened again', watch.take());
  return { findings, tasks: await recording.stop() };
}

/** As it is stored: half a character becomes the character for what is none. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

const mark = (page: Page, name: string): Promise<void> =>
  page.evaluate((text) => void performance.mark(text), `${markPrefix}${name}`);

/** Waits until an answer has ended and is shown to its end. */
async function drawn(page: Page, answerId: string): Promise<void> {
  await page.waitForFunction(
    (id) => {
      const row = document.querySelector(`[data-message="${id}"]`);
      const hasEnded = row !== null && row.querySelector('article > footer') !== null;
      return hasEnded && row.querySelector('.md[aria-busy]') === null;
    },
    answerId,
    { timeout: patience(60_000) },
  );
  // what is typeset or coloured afterwards
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Presses the button and waits for the drawing, or for what is said instead. */
async function drawDiagram({ page, t }: Stage, answerId: string): Promise<string[]> {
  const figure = page.locator(`[data-message="${answerId}"] figure.md-code`).first();
  const draw = figure.getByRole('button', { name: t('diagrams.draw'), exact: true });
  await draw.click();
  try {
    await figure
      .locator('.md-diagram > img, [role=alert]')
      .first()
      .waitFor({ timeout: patience(40_000) });
    await page.locator('iframe').waitFor({ state: 'detached' });
    return [];
  } catch {
    return ['fault: it is neither drawn nor explained'];
  }
}
