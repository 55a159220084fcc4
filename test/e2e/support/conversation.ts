import type { Window } from './window.ts';

export interface Turn {
  readonly question: string;
  readonly answer: string;
  readonly reasoning?: string;
}

/** A file in the app's own format (docs/conversation-format.md) with one conversation. */
export function conversationFile(title: string, turns: readonly Turn[]): Buffer {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString();
  const common = { state: 'complete', problem: null, toolCalls: [] };
  const none = { finishReason: null, usage: null, firstByteAt: null, contentAt: null };
  const messages = turns.flatMap(({ question, answer, reasoning = '' }, index) => [
    {
      ...{ ...common, ...none, id: `m${2 * index + 1}`, role: 'user', model: null },
      ...{ parentId: index === 0 ? null : `m${2 * index}`, content: question, reasoning: '' },
      ...{ createdAt: at(60 * index), endedAt: null },
    },
    {
      ...{ ...common, id: `m${2 * index + 2}`, parentId: `m${2 * index + 1}`, role: 'assistant' },
      ...{ content: answer, reasoning, model: 'beta-k3', finishReason: 'stop' },
      ...{ usage: { inputTokens: 812, outputTokens: 486 }, createdAt: at(60 * index + 1) },
      firstByteAt: at(60 * index + 2),
      contentAt: at(60 * index + (reasoning === '' ? 2 : 9)),
      endedAt: at(60 * index + 17),
    },
  ]);
  const parameters = { system: '', maxTokens: null, temperature: null, topP: null, seed: null };
  return Buffer.from(
    JSON.stringify({
      format: 'compute-desk-conversations',
      version: 1,
      conversations: [
        {
          ...{ title, model: 'beta-k3', createdAt: at(0), updatedAt: at(60 * turns.length) },
          ...{ pinned: false, archived: false, tags: [], folder: null },
          parameters: { ...parameters, stop: [], tools: [], extra: {} },
          ...{ leafId: `m${2 * turns.length}`, startId: null, startSummary: null, messages },
        },
      ],
    }),
  );
}

/** Takes such a conversation in by the list's menu, and opens it. */
export async function openImported(
  { page, t }: Window,
  title: string,
  turns: readonly Turn[],
): Promise<void> {
  const list = page.getByRole('region', { name: t('chat.conversations') });
  await list.getByRole('button', { name: t('conversations.list.more') }).click();
  await page.getByRole('menuitem', { name: t('conversations.transfer.import') }).click();
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.drop.choose') })
    .click();
  await (await chooser).setFiles({
    name: 'conversation.json',
    mimeType: 'application/json',
    buffer: conversationFile(title, turns),
  });
  await list.locator('[data-row][draggable=true]', { hasText: title }).click();
  await page
    .getByRole('region', { name: title })
    .getByRole('heading', { level: 2, name: title })
    .waitFor();
}
