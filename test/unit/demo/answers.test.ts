import { describe, expect, test } from 'vitest';
import { answer } from '../../../main/demo/genai/answers/index.ts';
import { findSum } from '../../../main/demo/genai/answers/sum.ts';
import { parseFault } from '../../../main/demo/genai/faults.ts';
import { imageSize } from '../../../main/demo/genai/image-size.ts';
import { parseChatRequest } from '../../../main/demo/genai/request.ts';

function contentFor(question: string): string {
  const body = { model: 'gamma-5.2', messages: [{ role: 'user', content: question }] };
  return answer(parseChatRequest(Buffer.from(JSON.stringify(body)))).content;
}

describe('answers', () => {
  test.each([
    ['Show me some code', '```python'],
    ['コードを見せて', '```python'],
    ['Make a table of the partitions', '|---|'],
    ['一覧表を作って', '|---|'],
    ['Show some maths', '$$'],
    ['数式を見せて', '$$'],
    ['Draw a diagram', '```mermaid'],
    ['図を描いて', '```mermaid'],
    ['hello', 'Try one of these'],
    ['こんにちは', '話しかけて'],
    ['Why is my job slow?', '> Why is my job slow?'],
  ])('%s', (question, part) => {
    expect(contentFor(question)).toContain(part);
  });

  test.each([
    ['hello', 'Demo system'],
    ['こんにちは', 'デモシステム'],
  ])('every answer says that it is the demo: %s', (question, notice) => {
    for (const more of ['', ' long answer', ' 12 * 3', ' table']) {
      expect(contentFor(question + more)).toContain(notice);
    }
  });
});

/** The tools that the app offers, as it offers them. */
const names = 'machine_states machine_history current_time calculator jobs files_read'.split(' ');
const tools = names.map((name) => ({
  type: 'function',
  function: {
    name,
    parameters: {
      type: 'object',
      ...(name === 'machine_history' && {
        properties: { machine: { type: 'string' }, span: { enum: ['7d'], default: '7d' } },
        required: ['machine'],
      }),
    },
  },
}));

function answerTo(question: string, results: readonly unknown[] = [], offered = tools) {
  const messages = [
    { role: 'user', content: question },
    ...results.map((one) => ({
      ...{ role: 'tool', tool_call_id: 'call' },
      content: typeof one === 'string' ? one : JSON.stringify(one),
    })),
  ];
  const body = { model: 'gamma-5.2', messages, tools: offered };
  return answer(parseChatRequest(Buffer.from(JSON.stringify(body))));
}

const states = {
  checkedAt: '2026-01-01T00:00:00.000Z',
  machines: [
    { name: 'cpu-main', status: 'OK', state: 'up', since: '2026-01-01T00:00:00.000Z' },
    { name: 'gpu-main', status: 'OK', state: 'up', since: '2026-01-01T00:00:00.000Z' },
    { name: 'storage', status: 'NG', state: 'down', since: '2026-01-01T00:00:00.000Z' },
  ],
};

describe('questions about machines', () => {
  test.each([
    ['Which machines can I use now?', 'machine_states'],
    ['今使えるマシンはどれですか？', 'machine_states'],
    ['Is gpu-main up? I mean: is it working', 'machine_states'],
    ['gpu-main の状態は？', 'machine_states'],
    ['Where can I run a 4-GPU job? Which node is free? Which are available?', 'machine_states'],
    ['停止しているマシンはありますか', 'machine_states'],
    ['How was gpu-main last week?', 'machine_history'],
    ['先週の gpu-main の稼働率は？', 'machine_history'],
    ['How are my jobs doing?', 'jobs'],
    ['私のジョブはどうなっていますか？', 'jobs'],
    ['What does /data/README.txt on login-1 say?', 'files_read'],
    ['What time is it?', 'current_time'],
    ['今何時ですか？', 'current_time'],
  ])('%s asks %s alone', (question, name) => {
    expect(answerTo(question).toolCalls.map((call) => call.name)).toEqual([name]);
  });

  test('the machine of a question is the one that is looked up', () => {
    const [call] = answerTo('How was gpu-main last week?').toolCalls;
    expect(JSON.parse(call?.arguments ?? '')).toEqual({ machine: 'gpu-main' });
  });

  test.each([['Why is my job slow?'], ['Show me some code'], ['表を作って'], ['数式を見せて']])(
    '%s asks no tool',
    (question) => {
      expect(answerTo(question).toolCalls).toEqual([]);
    },
  );

  test.each([
    [
      'Which machines can I use now?',
      'You can use 2 of 3 machines: **cpu-main** and **gpu-main**.',
    ],
    ['Which machines can I use now?', '**storage** is down'],
    ['今使えるマシンはどれですか？', '3 台のうち 2 台を使えます：**cpu-main**、**gpu-main**。'],
    ['今使えるマシンはどれですか？', '**storage**：停止中'],
    ['Is storage down?', '**storage** is down.'],
    ['gpu-main の状態は？', '**gpu-main** は稼働中です。'],
  ])('%s is answered from the states: %s', (question, part) => {
    const { content } = answerTo(question, [states]);
    expect(content).toContain(part);
    expect(content).not.toContain('checkedAt');
  });

  test.each([
    ['How are my jobs doing?', 'You have 1 job, the newest first:'],
    ['How are my jobs doing?', '- **train** (12) on gpu-main: failed'],
    ['私のジョブはどうなっていますか？', '**train**（12、gpu-main）：失敗'],
  ])('%s is answered from the jobs: %s', (question, part) => {
    const jobs = [{ id: '12', name: 'train', machine: 'gpu-main', state: 'failed' }];
    expect(answerTo(question, [{ jobs }]).content).toContain(part);
  });

  test.each([
    ['Which machines can I use now?', 'The call was not allowed'],
    ['今使えるマシンはどれですか？', '許可されなかった'],
  ])('%s after a refused call says so', (question, part) => {
    expect(answerTo(question, ['The user did not allow this call.']).content).toContain(part);
  });

  test.each([
    ['Which machines can I use now?', 'Turn it on under **Tools**'],
    ['今使えるマシンはどれですか？', 'オンにして'],
  ])('%s without the tool says which one is needed', (question, part) => {
    const { content, toolCalls } = answerTo(question, [], []);
    expect(toolCalls).toEqual([]);
    expect(content).toContain('`machine_states`');
    expect(content).toContain(part);
  });

  test('a question about jobs without the tool says that one', () => {
    const { content } = answerTo('How are my jobs doing?', [], []);
    expect(content).toContain('the tool `jobs`');
  });

  test('history, time and sums of tools are said in words', () => {
    const history = { machine: 'gpu-main', availability: 0.9876, changes: [] };
    expect(answerTo('How was gpu-main last week?', [history]).content).toContain('98.8 %');
    const time = { utc: '2026-01-01T00:00:00.000Z', local: 'Thursday', timeZone: 'UTC' };
    expect(answerTo('What time is it?', [time]).content).toContain('It is **Thursday**');
    expect(answerTo('calculator 6 * 7', ['42']).content).toContain('`6 * 7` is **42**');
    expect(answerTo('look_up', ['any text']).content).toContain('```\nany text\n```');
  });
});

test('a title is the first words of the conversation, whatever they ask', () => {
  const request = 'Give this conversation a title of at most eight words.';
  expect(contentFor(`${request}\n\nuser: Which machines can I use now?\n\nassistant: Two.`)).toBe(
    'Which machines can I use now?',
  );
});

describe('attached texts', () => {
  const file = 'Attached file: run.sh\n\n```sh\n#!/bin/bash\n# a script with code\n```';

  test('are named with their length, whatever is in them', () => {
    expect(contentFor(`${file}\n\nWhat is this?`)).toContain('`run.sh`: 2 lines');
    expect(contentFor(`${file}\n\nこれは何ですか？`)).toContain('`run.sh`（2 行）');
    expect(contentFor(file)).toContain('`run.sh`: 2 lines');
  });

  test('leave a question about something else as it is', () => {
    expect(contentFor(`${file}\n\nMake a table`)).toContain('|---|');
  });
});

describe('sums', () => {
  test.each([
    ['What is 12 * (3 + 4)?', '84'],
    ['1 + 2 - 3 * 4 / 6', '1'],
    ['6 × 7 は？', '42'],
    ['0.1 + 0.2', '0.3'],
  ])('%s is %s', (question, value) => {
    expect(findSum(question)?.value).toBe(value);
  });

  test.each(['no numbers', '7', '1 / 0', '1 +', '(1 + 2', 'on 2026'])(
    '%s is no sum',
    (question) => {
      expect(findSum(question)).toBeUndefined();
    },
  );
});

describe('faults', () => {
  test.each([
    ['!error 503', { kind: 'error', status: 503, shape: 'openai' }],
    ['!error 418 text and more', { kind: 'error', status: 418, shape: 'text' }],
    ['!error 200', { kind: 'error', status: 500, shape: 'openai' }],
    ['!drop', { kind: 'drop', afterTokens: 12 }],
    ['  !stall 0 silent', { kind: 'stall', afterTokens: 0, silent: true }],
    ['!slow 3\nand a question', { kind: 'slow', seconds: 3 }],
  ])('%j', (text, fault) => {
    expect(parseFault(text)).toEqual(fault);
  });

  test.each(['error 503', 'please !drop', '!dropped', '!unknown'])('%j is none', (text) => {
    expect(parseFault(text)).toBeUndefined();
  });
});

describe('image sizes', () => {
  test.each([
    ['VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 0x20, 0x43, 0x58, 0x02]],
    ['VP8L', [0x2f, 0x1f, 0xc3, 0x95, 0, 0, 0, 0, 0, 0]],
    ['VP8X', [0, 0, 0, 0, 0x1f, 3, 0, 0x57, 2, 0]],
  ])('of WebP, %s', (chunk, content) => {
    const head = Buffer.from(`RIFF....WEBP${chunk}....`, 'latin1');
    expect(imageSize(Buffer.concat([head, Buffer.from(content)]))).toEqual({
      width: 800,
      height: 600,
    });
  });

  test('of GIF and JPEG, and none of anything else', () => {
    const gif = Buffer.from('4749463839610500070000', 'hex');
    const jpeg = Buffer.from('ffd8ffe00004abcdffc0000b080009000b0101', 'hex');
    expect(imageSize(gif)).toEqual({ width: 5, height: 7 });
    expect(imageSize(jpeg)).toEqual({ width: 11, height: 9 });
    expect(imageSize(Buffer.from('ffd8ffe0', 'hex'))).toBeUndefined();
    expect(imageSize(Buffer.from('hello'))).toBeUndefined();
  });
});
