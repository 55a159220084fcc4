import { begin, delta } from '../../../support/servers/fake-genai.ts';
import { after, cut, done, type Fault, nothing, raw, reset, told, whole } from './scripts.ts';

/** Streams that break or are odd. */
export const streams: Fault[] = [
  ['a clean end without a finish', after((response) => response.end()), cut],
  ['a reset in mid-stream', reset, cut],
  ['a silence in mid-stream', after(nothing), { ...cut, details: { reason: 'silent' } }],
  ['half an event', after((response) => response.end('data: {"choices":[{"del')), cut],
  [
    'half a character',
    after((response) => response.end(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xe3, 0x81]))),
    cut,
  ],
  [
    'bad JSON',
    after((response) => response.end('data: {nope}\n\n')),
    { state: 'failed', code: 'stream-error', content: 'part', details: { reason: 'not-json' } },
  ],
  [
    'an error event',
    after((response) => response.end('data: {"error":{"message":"out of memory"}}\n\n')),
    {
      state: 'failed',
      code: 'stream-error',
      content: 'part',
      details: { server: 'out of memory' },
    },
  ],
  [
    'an error event, then [DONE]',
    after((response) => response.end('data: {"error":"broken"}\n\ndata: [DONE]\n\n')),
    { state: 'failed', code: 'stream-error', content: 'part' },
  ],
  [
    'an error event of its own name',
    after((response) => response.end('event: error\ndata: {"message":"named"}\n\n')),
    { state: 'failed', code: 'stream-error', content: 'part', details: { server: 'named' } },
  ],
  [
    'an overflow as an event',
    after((response) =>
      response.end(
        'data: {"error":{"message":"x","type":"exceed_context_size_error","n_ctx":512}}\n\n',
      ),
    ),
    { state: 'failed', code: 'context-overflow', content: 'part', details: { contextLength: 512 } },
  ],
  [
    'events of nothing',
    after((response) => response.end(`data: null\n\ndata: 7\n\ndata: []\n\n${done}`)),
    { state: 'complete', content: 'part' },
  ],
  [
    'choices that are null',
    after((response) =>
      response.end(`data: {"choices":[null]}\n\ndata: {"choices":null}\n\n${done}`),
    ),
    { state: 'complete', content: 'part' },
  ],
  [
    'a delta that is null',
    after((response) => response.end(`data: {"choices":[{"index":0,"delta":null}]}\n\n${done}`)),
    { state: 'complete', content: 'part' },
  ],
  [
    'no [DONE] and an open line',
    after((response) => response.write(done.split('data: [DONE]')[0] ?? '')),
    { state: 'complete', content: 'part' },
  ],
  ['more after [DONE]', raw(`${told('answer')}${done}${told('too late')}`), whole],
  ['[DONE] and nothing else', raw('data: [DONE]\n\n'), { state: 'complete', content: '' }],
  [
    'a finish and a reset',
    after((response) => {
      response.write(done.split('data: [DONE]')[0] ?? '');
      setTimeout(() => response.socket?.resetAndDestroy(), 100);
    }),
    { ...cut, details: { reason: 'broken' } },
  ],
  [
    'comments between events',
    raw(`: hello\n\n${told('ans')}: ping\n\n${told('wer')}:\n\n${done}`),
    whole,
  ],
  ['carriage returns', raw((told('answer') + done).replaceAll('\n', '\r\n')), whole],
  ['lone carriage returns', raw((told('answer') + done).replaceAll('\n', '\r')), whole],
  [
    'separators of lines that are none',
    raw(told('a\u2028b\u2029c\u0085d') + done),
    { state: 'complete', content: 'a\u2028b\u2029c\u0085d' },
  ],
  ['a byte order mark', raw(`\ufeff${told('answer')}${done}`), whole],
  [
    'an event of 800 KB',
    raw(told('x'.repeat(800_000)) + done),
    { state: 'complete', content: 'x'.repeat(800_000) },
  ],
  [
    'an event past 8 MB',
    raw(told('x'.repeat(9_000_000)) + done),
    { state: 'failed', code: 'answer-too-large' },
  ],
  [
    'reasoning, then a cut',
    (response) => {
      begin(response);
      delta(response, { reasoning_content: 'thinking' });
      response.end();
    },
    { state: 'interrupted', code: 'stream-interrupted', content: '', reasoning: 'thinking' },
  ],
  [
    'a cut by the limit of the answer',
    (response) => {
      begin(response);
      delta(response, { content: 'answer' }, 'length');
      response.end('data: [DONE]\n\n');
    },
    whole,
  ],
  [
    'a finish reason of its own',
    (response) => {
      begin(response);
      delta(response, { content: 'answer' }, 'eos_token');
      response.end();
    },
    whole,
  ],
];
