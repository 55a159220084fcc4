// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { renderedText } from '../../../../common/markdown/index.ts';
import { findTerms, foldText } from '../../../../common/texts/fold.ts';
import { rangesIn } from '../../../../renderer/features/chat/conversations/index.ts';
import { show } from '../../markdown/shown.ts';

/** A text with all that models write, whose words are counted in what is sent and marked in what is drawn. */
const answer = `# The **GPU** guide

**Note:** run \`gpu-run --all\` on the [gpu page](https://e.org/gpu "gpu title"), see <https://e.org/gpu>.
Then a **b** c, ***GPU***サーバーの*設定*, ~~old gpu~~ and H<sub>2</sub>O.

- [x] first gpu
- second with a [reference][gpu]
  1. third **gpu**

\`\`\`gpu
**gpu** = [gpu](gpu)
    indented gpu
\`\`\`

| GPU | count |
|---|--:|
| **H100** gpu | 8 |
| a \\| gpu | $gpu_1$ |

> [!NOTE]
> gpu quoted[^1]

![gpu picture](https://e.org/gpu.png) line<br>break & &amp; 5 < gpu

$$
gpu = 2
$$

    gpu in *code*

[gpu]: https://e.org/gpu

[^1]: gpu in a note
`;

const counted = (text: string, term: string): number =>
  findTerms(renderedText(text), [term]).length;

describe('what is counted is what is drawn', () => {
  it.each([
    ['gpu', 22],
    ['note: run', 1],
    ['a b c', 1],
    ['gpuサーバーの設定', 1],
    ['e.org/gpu', 1],
    ['gpu title', 0],
    ['**gpu**', 1],
    ['h2o', 1],
    ['[gpu](gpu)', 1],
    ['**h100', 0],
    ['h100 gpu', 1],
    ['gpu count', 1],
    ['a | gpu', 1],
    ['gpu_1', 1],
    ['gpu = 2', 1],
    ['gpu quoted', 1],
    ['linebreak', 0],
    ['line break', 1],
    ['& & 5', 1],
    ['*code*', 1],
    ['[x]', 0],
    ['```', 0],
    ['gpu.png', 0],
    ['second with a reference', 1],
    ['first gpu second', 1],
    ['!note', 0],
    ['gpu in a note', 1],
    ['1', 2],
    ['$', 0],
  ])('%j, %i times', async (term, times) => {
    const host = await show(answer);
    const { ranges } = rangesIn(host, [foldText(term)]);
    expect([counted(answer, foldText(term)), ranges.length]).toEqual([times, times]);
  });

  it('and each range is the words that were looked for', async () => {
    const host = await show(answer);
    const said = rangesIn(host, ['note: run']).ranges.map(String);
    expect(said).toEqual(['Note: run']);
    expect(rangesIn(host, ['gpuサーバーの設定']).ranges.map(String)).toEqual(['GPUサーバーの設定']);
  });
});

it('the last of many thousand hits far behind in one message can be gone to', async () => {
  const text = `${'needle and hay in a line of words, which is long enough.\n\n'.repeat(6_000)}The **end**.`;
  const host = await show(text);
  const total = counted(text, 'needle');
  expect(total).toBe(6_000);
  const { ranges, own } = rangesIn(host, ['needle'], total - 1);
  expect(String(own)).toBe('needle');
  expect(own).toBe(ranges.at(-1));
  expect(ranges.length).toBeLessThanOrEqual(2000);
  expect(String(rangesIn(host, ['the end']).own)).toBe('The end');
});
