// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { shownInPieces } from './samples.ts';
import { show } from './shown.ts';

const codes = (host: HTMLElement) =>
  [...host.querySelectorAll('pre')].map(({ textContent }) => `${textContent}\n`);
const paragraphs = (host: HTMLElement) =>
  [...host.querySelectorAll(':scope p, :scope h3, :scope h4')].map(
    ({ textContent }) => textContent,
  );

describe('code of Markdown with fences in it', () => {
  it('ends at its own fence, and what follows is read', async () => {
    const inner =
      '# Tool\n\n```bash\nnpm install tool\n```\n\n## Settings\n\n```json\n{ "a": 1 }\n```\n\nEnd.';
    const host = await show(`The file:\n\n\`\`\`markdown\n${inner}\n\`\`\`\n\nThat is *all*.`);
    expect(codes(host)).toEqual([`${inner}\n`]);
    expect(paragraphs(host)).toEqual(['The file:', 'That is all.']);
  });

  it.each([
    ['md', '```md\na\n```js\nb\n```\nc\n```\n\nd'],
    ['mdx', '```mdx\na\n```jsx\nb\n```\nc\n```\n\nd'],
    ['a file', '```markdown:docs/README.md\na\n```js\nb\n```\nc\n```\n\nd'],
    ['tildes', '~~~markdown\na\n~~~js\nb\n~~~\nc\n~~~\n\nd'],
    ['four', '````markdown\na\n````js\nb\n````\nc\n````\n\nd'],
    ['without a language, as a tree of files', '```markdown\na\n\n```\nb\n```\n\nc\n```\n\nd'],
    ['without a language, below a colon', '```markdown\na:\n```\nb\n```\nc\n```\n\nd'],
    ['in a list within it', '```markdown\n1. a\n   ```bash\n   b\n   ```\n2. c\n```\n\nd'],
    ['in a list without a language', '```markdown\n1. a\n   ```\n   b\n   ```\n2. c\n```\n\nd'],
    ['Markdown in it, with code', '```markdown\na\n```markdown\n```js\nb\n```\n```\nc\n```\n\nd'],
    ['a longer one inside', '```markdown\na\n````js\n```\nb\n````\nc\n```\n\nd'],
    ['in a quote', '> ```markdown\n> a\n> ```js\n> b\n> ```\n> c\n> ```\n\nd'],
    ['in an item', '- ```markdown\n  a\n  ```js\n  b\n  ```\n  c\n  ```\n\nd'],
  ])('%s', async (_, text) => {
    const host = await show(text);
    expect(codes(host)).toHaveLength(1);
    expect(codes(host)[0]).toContain('c\n');
    expect(paragraphs(host)).toEqual(['d']);
  });

  it.each([
    ['one that shows how code begins', '```markdown\n```python\n```\n\nd', ['```python\n']],
    ['one with an empty line at its end', '```markdown\na\n\n```\nd', ['a\n\n']],
    [
      'two with an empty line at their ends',
      '```markdown\na\n\n```\nd\n\n```markdown\nb\n```',
      ['a\n\n', 'b\n'],
    ],
    ['a longer fence around', '````markdown\n```\na\n````\n\nd', ['```\na\n']],
    ['other code', '```text\n```js\n```\n\nd', ['```js\n']],
  ])('%s ends where CommonMark says', async (_, text, code) => {
    const host = await show(text);
    expect(codes(host)).toEqual(code);
    expect(paragraphs(host)).toEqual(['d']);
  });

  it('looks the same however it grows', async () => {
    for (const text of [
      'a\n\n```markdown\n# b\n\n```\nc\n```\n\n```js\nd\n```\n\ne:\n```\nf\n```\n```\n\ng\n',
      '```markdown\na\n\n```\nd\n\n```markdown\nb\n```\n\n[e](https://e.org) f\n',
      '```md\r\n```\r\na\r\n```\r\n```\r\nb',
    ]) {
      const whole = await shownInPieces(text, []);
      for (let size = 1; size < 12; size += 1) {
        const cuts = Array.from({ length: text.length / size }, (_, at) => at * size);
        expect(await shownInPieces(text, cuts), `${size}`).toBe(whole);
      }
    }
  });
});

describe('what stands behind a fence', () => {
  it.each([
    ['python', 'python', undefined],
    ['python:src/main.py', 'python', 'src/main.py'],
    ['js title="app.js" {1,3}', 'js', 'app.js'],
    ['ts filename=src/a.ts', 'ts', 'src/a.ts'],
    ['src/main.py', 'py', 'src/main.py'],
    ['main.rs', 'rs', 'main.rs'],
    ['12:30:src/app.ts', 'ts', 'src/app.ts'],
    ['{.python .numberLines}', 'python', undefined],
    ['{r, echo=FALSE}', 'r', undefined],
    ['rust,no_run', 'rust', undefined],
    ['js{1,3}', 'js', undefined],
    ['language-python', 'python', undefined],
    ['c++', 'c++', undefined],
    ['C#:Program.cs', 'c#', 'Program.cs'],
    ['yaml:C:\\site\\a.yaml', 'yaml', 'C:\\site\\a.yaml'],
    ['Dockerfile', 'dockerfile', undefined],
    ['python:', 'python', undefined],
    ['', '', undefined],
  ])('%s', async (info, language, file) => {
    const host = await show(`\`\`\`${info}\nx\n\`\`\``);
    const figure = host.querySelector<HTMLElement>('.md-code');
    expect(figure?.dataset.language).toBe(language);
    expect(figure?.dataset.file).toBe(file);
    expect(figure?.querySelector('.md-code-file')?.textContent).toBe(file);
  });
});
