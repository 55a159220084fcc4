import { expect, test } from 'vitest';
import { copyOfTheTree, emptyTree, type Tree } from './tree.ts';

const english = {
  title: 'Clients',
  count_one: '{{count}} client',
  count_other: '{{count}} clients',
  state: { up: 'In use', down: 'Not in use' },
};
const japanese = {
  title: 'クライアント',
  count_other: 'クライアント {{count}} 件',
  state: { up: '使用中', down: '未使用' },
};
const screen = `
export const Screen = (t: (key: string) => string, n: string) =>
  [t('clients.title'), t('clients.count'), t(\`clients.state.\${n}\`)];
`;

function tree(change: { en?: object; ja?: object; screen?: string } = {}): Tree {
  const made = emptyTree();
  made.write('renderer/i18n/en/clients.json', JSON.stringify({ ...english, ...change.en }));
  made.write('renderer/i18n/ja/clients.json', JSON.stringify({ ...japanese, ...change.ja }));
  made.write('renderer/kit/screen.ts', change.screen ?? screen);
  return made;
}

test('complete texts are fine: plurals, keys built from parts', async () => {
  expect(await tree().errors('translations')).toEqual([]);
});

const broken: readonly (readonly [string, Parameters<typeof tree>[0], string])[] = [
  [
    'is missing in Japanese',
    { ja: { title: undefined } },
    'renderer/i18n/ja/clients.json: "clients.title" is missing',
  ],
  [
    'is missing in English',
    { ja: { more: '余分' } },
    'renderer/i18n/en/clients.json: "clients.more" is missing',
  ],
  [
    'is not used',
    { en: { more: 'More' }, ja: { more: '余分' } },
    'renderer/i18n/en/clients.json: "clients.more" is not used',
  ],
  [
    'is asked for and not there',
    { screen: `${screen}\nexport const x = (t: (key: string) => string) => t('clients.gone');` },
    'renderer/kit/screen.ts:5: "clients.gone" is not in the texts',
  ],
  [
    'has other placeholders',
    { ja: { count_other: 'クライアント {{number}} 件' } },
    'renderer/i18n/ja/clients.json: "clients.count_other" has the placeholders [number], in English [count]',
  ],
  [
    'is still English',
    { ja: { title: 'Clients' } },
    'renderer/i18n/ja/clients.json: "clients.title" is still English: Clients',
  ],
  ['is empty', { en: { title: ' ' } }, 'renderer/i18n/en/clients.json: "clients.title" is empty'],
];

test.each(broken)('a text that %s is refused', async (_what, change, message) => {
  expect(await tree(change).errors('translations')).toEqual([message]);
});

test('a Japanese text that goes missing in this repository is noticed', async () => {
  const copy = copyOfTheTree();
  const file = 'renderer/i18n/ja/errors.json';
  const texts = JSON.parse(copy.read(file)) as { internal: Record<string, string> };
  delete texts.internal.what;
  copy.write(file, JSON.stringify(texts));
  expect(await copy.errors('translations')).toContain(`${file}: "errors.internal.what" is missing`);
});
