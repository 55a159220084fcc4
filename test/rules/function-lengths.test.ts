import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

const calls = (count: number): string => '  save();\n'.repeat(count);
const flat = (count: number): string => `export function flat(): void {\n${calls(count)}}\n`;

/** Lines that begin with a brace, or hold nothing else. */
const braces = `export const braces = (): void => {
${'  if (wanted) {\n    save();\n  }\n  {\n  }\n'.repeat(24)}  save();\n};\n`;

const elements = `export function Elements() {
  return (
    <ul>
${'      <li>\n        {name}\n        words that are said\n      </li>\n\n'.repeat(24)}    </ul>
  );
}
`;

/** A short function that only holds a long one, which holds shorter ones. */
const nested = `export const outer = {
  run() {
    return function inner(): void {
${'      const one = (): void => {\n        save();\n      };\n'.repeat(41)}    };
  },
};
`;

const table = `export class Kept {
  rows = () => [
${'    {\n      id: 1,\n    },\n'.repeat(41)}  ];
}
`;

const broken = {
  'main/flat.ts': [flat(120), ['1: 121']],
  'main/braces.ts': [braces, ['1: 122']],
  'renderer/Elements.tsx': [elements, ['1: 125']],
  'preload/nested.ts': [nested, ['2: 126', '3: 124']],
  'scripts/table.mjs': [table, ['2: 124']],
} as const;

test.each(Object.keys(broken) as (keyof typeof broken)[])('%s is refused', async (file) => {
  const tree = emptyTree();
  const [text, found] = broken[file];
  tree.write(file, text);
  expect((await tree.errors('function-lengths')).sort()).toEqual(
    found.map((one) => `${file}:${one.replace(': ', ': a function of ')} lines ${advice}`),
  );
});

const advice = '(at most 120): cut it by its jobs';

test('a function of 120 lines passes, and so does a longer one with its reason', async () => {
  const tree = emptyTree();
  const reason = '// Stays long: one table, read in one go\n';
  tree.write('main/shorter.ts', flat(119));
  tree.write('main/longer.ts', `${reason}${flat(200)}`);
  tree.write('main/explained.ts', `${reason}/** What it does. */\n${flat(200)}`);
  tree.write('test/longer.test.ts', flat(200));
  expect(await tree.errors('function-lengths')).toEqual([]);
});

test('a reason is for the function below it only, and says something', async () => {
  const tree = emptyTree();
  tree.write('main/away.ts', `// Stays long: another\nconst a = 1;\n${flat(200)}`);
  tree.write('main/silent.ts', `// Stays long:\n${flat(200)}`);
  expect(await tree.errors('function-lengths')).toEqual([
    `main/away.ts:3: a function of 201 lines ${advice}`,
    `main/silent.ts:2: a function of 201 lines ${advice}`,
  ]);
});
