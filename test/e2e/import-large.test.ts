import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { maxMessageBytes } from '../../preload/contract/wire.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { startApp } from '../support/processes/running-app.ts';
import { openWindow } from './support/window.ts';

const at = '2026-01-02T03:04:05.000Z';

/** A text as a file of ours has it. */
function largeText(name: string) {
  const bytes = Buffer.from(randomBytes(9 * 1024 * 1024).toString('hex'));
  const hash = createHash('sha256').update(bytes).digest('hex');
  const stored = { hash, type: 'text/plain', size: bytes.length, width: null, height: null };
  const file = { ...stored, characters: bytes.length, tokens: bytes.length };
  const plain = { encoding: 'utf-8', text: null, images: [], pages: null, mode: 'reference' };
  return { attachment: { name, kind: 'text', file, ...plain }, hash, bytes };
}

test('an import larger than one message to main arrives in parts, through the web host', async () => {
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const dataFolder = testFolder();
  const app = await startApp({ dataFolder, demo: true });
  onTestFinished(() => app.stop());
  const { page, t, goTo, picture } = await openWindow({
    browser,
    url: app.url,
    folder: 'import-large',
  });
  await page.getByRole('row').nth(2).waitFor();
  await goTo('chat');

  const texts = ['one.txt', 'two.txt', 'three.txt'].map(largeText);
  const message = {
    id: 'm1',
    parentId: null,
    role: 'user',
    content: 'three large files',
    reasoning: '',
    state: 'complete',
    model: null,
    finishReason: null,
    usage: null,
    problem: null,
    toolCalls: [],
    createdAt: at,
    firstByteAt: null,
    contentAt: null,
    endedAt: null,
    attachments: texts.map(({ attachment }) => attachment),
  };
  const conversation = {
    title: 'Large files',
    model: null,
    createdAt: at,
    updatedAt: at,
    pinned: false,
    archived: false,
    tags: [],
    folder: null,
    parameters: {},
    leafId: 'm1',
    startId: null,
    startSummary: null,
    messages: [message],
  };
  const file = join(testFolder(), 'export.json');
  const files = Object.fromEntries(
    texts.map(({ hash, bytes }) => [hash, bytes.toString('base64')]),
  );
  const head = { format: 'compute-desk-conversations', version: 1 };
  writeFileSync(file, JSON.stringify({ ...head, conversations: [conversation], files }));
  expect(statSync(file).size).toBeGreaterThan(maxMessageBytes);

  await page.getByRole('button', { name: t('conversations.list.more') }).click();
  await page.getByRole('menuitem', { name: t('conversations.transfer.import') }).click();
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.drop.choose') })
    .click();
  await (await chooser).setFiles(file);
  const imported = t('conversations.transfer.imported_one', { count: 1, messages: 1, files: 3 });
  await page.getByText(imported).waitFor({ timeout: patience(90_000) });
  await page.getByRole('button', { name: 'Large files', exact: true }).first().click();
  await page.getByRole('button', { name: /^three\.txt/ }).waitFor();
  await picture('imported');
  for (const { hash, bytes } of texts) {
    const stored = readFileSync(join(dataFolder, 'attachments', hash.slice(0, 2), hash.slice(2)));
    expect(stored.equals(bytes)).toBe(true);
  }
});
