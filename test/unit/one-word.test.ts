import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { labelsFor } from '../../main/hosts/electron/labels.ts';
import type { MenuId } from '../../preload/contract/menu.ts';

const folder = new URL('../../renderer/i18n/', import.meta.url);

/** What a screen says in a language, by area and key. */
function textsOf(language: 'en' | 'ja'): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const take = (path: string, of: unknown): void => {
    if (typeof of === 'string') texts.set(path, of);
    else for (const [key, one] of Object.entries(of as object)) take(`${path}.${key}`, one);
  };
  const files = new URL(`${language}/`, folder);
  for (const name of readdirSync(files).filter((one) => one.endsWith('.json'))) {
    take(name.replace('.json', ''), JSON.parse(readFileSync(new URL(name, files), 'utf8')));
  }
  return texts;
}

/** What the window calls what stands in the host's menu; of the palette it says what it does, and not its name. */
const inMenu: Readonly<Record<Exclude<MenuId, 'palette'>, string>> = {
  new: 'conversations.commands.new',
  print: 'conversations.commands.print',
  lock: 'frame.shortcuts.lock',
  settings: 'frame.screens.settings',
  doctor: 'common.checkConnection',
  guide: 'frame.screens.guide',
};

/** English has one word for these, and Japanese rightly several: what is meant differs with the place. */
const apart: Readonly<Record<string, string>> = {
  'API keys': 'a title, and a button that opens them',
  Always: 'a permission, and what is sent back',
  Addresses: 'a step of connecting, and a list of them',
  Cancelled: 'a transfer that the user ended, and a state of a job',
  Certificates: 'a title, and a button that opens them',
  Check: 'a step of connecting, and a button',
  Export: 'a button, and the title of what it opens',
  'curl, at the prompt': 'one request, and a command of any shell',
  Failed: 'a check of the connection, and a job',
  From: 'a day, and an hour',
  'Import conversations': 'a command, and the title of what it opens',
  Maintenance: 'a plan without a name, and a state',
  More: 'further fields, and further results',
  Never: 'what is never done',
  Now: 'a point of a timeline, and a line after a change',
  Nodes: 'how many, and a list of them',
  'no text': 'a file that is none, and a message without one',
  None: 'no proxy is used, and none of a list',
  Pin: 'a conversation in its list, and a machine above the others',
  'Remove {{name}}': 'taken off the list, and deleted',
  Refresh: 'a list, and a log',
  Running: 'a check of the connection, and jobs',
  'Send them again': 'images, and all that was left out',
  Session: 'a title, and a button that opens it',
  Starting: 'a job, and a program',
  Submitted: 'a column of times, and a point of a timeline',
  Text: 'of a file, and of a prompt',
  'Time limit': 'a job that ran out of time, and the time that it asks for',
  To: 'a day, and an hour',
  Unpin: 'a conversation, and a machine',
  'for {{duration}}': 'a job that runs, and a state of a machine',
};

/** Ends that say nothing of the word: a sentence's, and that a dialog follows. */
const bare = (text: string) => text.trim().replace(/[.。…:：]$/, '');
const plural = /_(?:one|other)$/;

test('one word for one thing in Japanese: what English says alike is said alike', () => {
  const [english, japanese] = [textsOf('en'), textsOf('ja')];
  const said = new Map<string, Map<string, string>>();
  for (const [key, text] of english) {
    const other = japanese.get(key);
    // sentences are written to their place; a Japanese word has no plural
    if (other === undefined || plural.test(key) || /\.$/.test(text)) continue;
    const ways = said.get(bare(text)) ?? new Map<string, string>();
    said.set(bare(text), ways.set(bare(other), key));
  }
  const several = [...said].filter(([text, ways]) => ways.size > 1 && !(text in apart));
  expect(several.map(([text, ways]) => [text, ...ways])).toEqual([]);
  const idle = Object.keys(apart).filter((text) => (said.get(text)?.size ?? 0) < 2);
  expect(idle).toEqual([]);
});

test.each([
  ['APIキー', /API キー/],
  ['ウィンドウ', /ウインドウ/],
  ['続ける', /続行/],
  ['保守', /メンテナンス/],
  ['中止する', /サインインを取り消/],
])('%s is written in one way', (_word, other) => {
  const guide = new URL('../../guide/ja/', import.meta.url);
  const pages = readdirSync(guide).map((name) => readFileSync(new URL(name, guide), 'utf8'));
  const menu = JSON.stringify(labelsFor('ja', []));
  const all = [...textsOf('ja').values(), ...pages, menu];
  expect(all.filter((text) => other.test(text))).toEqual([]);
});

test.each(['en', 'ja'] as const)(
  'the menu says what the window says, some words left out: %s',
  (language) => {
    const texts = textsOf(language);
    const labels = labelsFor(language, []);
    for (const [id, key] of Object.entries(inMenu)) {
      const label = [...labels[id as MenuId].replace('…', '').toLowerCase()];
      const text = [...(texts.get(key) ?? '').toLowerCase()];
      const found = text.reduce((at, letter) => (letter === label[at] ? at + 1 : at), 0);
      expect(label.slice(found).join(''), `${id} in ${key}`).toBe('');
    }
  },
);
