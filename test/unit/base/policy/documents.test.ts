import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { policyFile } from '../../../../preload/contract/settings/policy-file.ts';
import { policyLocks } from '../../../../preload/contract/settings/policy-locks.ts';
import { policyOf, settingsFolder } from '../../../support/worlds/policy.ts';

const root = new URL('../../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const windows = 'assets/policy/windows';
const languages = ['en-US', 'ja-JP'];

test('the schema in docs is that of the code', () => {
  expect(JSON.parse(read('docs/policy.schema.json'))).toEqual(
    JSON.parse(JSON.stringify(z.toJSONSchema(policyFile))),
  );
});

test('the example in docs is followed, and every lock is told there', async () => {
  const docs = read('docs/policy.md');
  const example = JSON.parse(/```json\n(.*?)```/s.exec(docs)?.[1] ?? '') as object;
  const { problems } = await policyOf([settingsFolder({ ...example, authorities: [] })]);
  expect(problems).toEqual([null]);
  for (const lock of policyLocks) expect(docs).toContain(`| \`${lock}\` |`);
});

test('the template for group policies sets what the app reads, in both languages', () => {
  const template = read(`${windows}/compute-desk.admx`);
  const names = [...template.matchAll(/valueName="(\w+)"/g)].map(([, name]) => name);
  const locks = policyLocks.map((lock) => lock.slice(0, 1).toUpperCase() + lock.slice(1));
  const values = ['ProxyKind', 'Proxy', 'ProxyExcept', 'UpdateFeed', 'TextEnglish', 'TextJapanese'];
  expect(names.toSorted()).toEqual([...locks, ...values].toSorted());
  const keys = [...template.matchAll(/key="([^"]+)"/g)].map(([, key]) => key);
  const own = 'Software\\Policies\\Compute Desk';
  expect([...new Set(keys)].toSorted()).toEqual([own, `${own}\\Authorities`, `${own}\\Systems`]);
  const wanted = [...template.matchAll(/\$\((\w+\.\w+)\)/g)].map(([, id]) => id);
  for (const language of languages) {
    const texts = read(`${windows}/${language}/compute-desk.adml`);
    const there = [...texts.matchAll(/<(string|presentation) id="(\w+)"/g)].map(
      ([, kind, id]) => `${kind}.${id}`,
    );
    expect(there.toSorted()).toEqual([...new Set(wanted)].toSorted());
    const fields = [...texts.matchAll(/refId="(\w+)"/g)].map(([, id]) => id);
    const elements = [...template.matchAll(/<(?:enum|text|list) id="(\w+)"/g)].map(([, id]) => id);
    expect(fields.toSorted()).toEqual(elements.toSorted());
  }
});

test('the sample profile for macOS sets what the app reads', async () => {
  const text = read('assets/policy/macos/compute-desk.mobileconfig');
  const profile = readProperties(text) as { PayloadType: string; PayloadContent: object[] };
  expect(profile.PayloadType).toBe('Configuration');
  expect(profile.PayloadContent).toMatchObject([{ PayloadType: 'app.compute-desk' }]);
  const set = Object.entries(profile.PayloadContent[0] ?? {}).filter(
    ([name]) => !name.startsWith('Payload'),
  );
  expect(Object.keys(policyFile.shape)).toEqual(expect.arrayContaining(set.map(([name]) => name)));
  const sample = Object.fromEntries(set) as { readonly locks?: object };
  expect(Object.keys(sample.locks ?? {})).toEqual(policyLocks);
  const { problems, locks } = await policyOf([settingsFolder(sample)]);
  expect(problems).toEqual([null]);
  expect(locks).toEqual(expect.arrayContaining(['noKeptTokens', 'fixedProxy']));
});

/** The value in a property list (XML). */
function readProperties(text: string): unknown {
  const tags = [
    ...text.matchAll(/<(\/?)(dict|array|key|string|integer|true|false)\/?>([^<]*)/g),
  ].map(([, end, name = '', content = '']) => ({ end: end === '/', name, content }));
  const next = (): unknown => {
    const { name, content } = tags.shift() ?? { name: '', content: '' };
    if (name === 'true' || name === 'false') return name === 'true';
    if (name !== 'dict' && name !== 'array') {
      tags.shift();
      return name === 'integer' ? Number(content) : content;
    }
    const values: unknown[] = [];
    while (tags[0] !== undefined && !tags[0].end) values.push(next());
    tags.shift();
    if (name === 'array') return values;
    const pairs = values.flatMap((key, at) => (at % 2 === 0 ? [[key, values[at + 1]]] : []));
    return Object.fromEntries(pairs);
  };
  return next();
}
