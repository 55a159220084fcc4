import { gzipSync } from 'node:zlib';
import { plain } from '../../../support/servers/fake-genai.ts';
import { done, type Fault, raw, thrice, told, whole } from './scripts.ts';

/** Answers that are late, coded otherwise, or no streams. */
export const answers: Fault[] = [
  [
    'silence before anything',
    () => undefined,
    { state: 'interrupted', code: 'stream-interrupted', details: { reason: 'request-limit' } },
  ],
  [
    'slow headers',
    (response) =>
      void setTimeout(
        () =>
          response
            .writeHead(200, { 'content-type': 'text/event-stream' })
            .end(told('answer') + done),
        400,
      ),
    whole,
  ],
  [
    'a reset before headers, three times',
    thrice((response) => void response.socket?.resetAndDestroy()),
    { state: 'failed', code: 'network-reset' },
  ],
  [
    'a reset before headers, then an answer',
    [(response) => void response.socket?.resetAndDestroy(), raw(told('answer') + done)],
    whole,
  ],
  [
    'an empty answer, three times',
    thrice(raw('')),
    { state: 'interrupted', code: 'stream-interrupted', content: '' },
  ],
  ['gzip', raw(gzipSync(told('answer') + done), { 'content-encoding': 'gzip' }), whole],
  [
    'gzip that is cut',
    thrice(raw(gzipSync(told('answer') + done).subarray(0, 40), { 'content-encoding': 'gzip' })),
    { state: 'interrupted', code: 'stream-interrupted' },
  ],
  [
    'gzip that is none',
    thrice(raw(told('answer') + done, { 'content-encoding': 'gzip' })),
    { state: 'interrupted', code: 'stream-interrupted', content: '' },
  ],
  [
    'a page with status 200',
    plain(200, '<html><body>Maintenance</body></html>', { 'content-type': 'text/html' }),
    { state: 'failed', code: 'answer-not-json', details: { server: 'Maintenance' } },
  ],
  [
    'plain text with status 200',
    plain(200, 'hello', { 'content-type': 'text/plain' }),
    { state: 'failed', code: 'answer-not-json' },
  ],
  [
    'an error with status 200',
    plain(200, { error: { message: 'queue full' } }),
    { state: 'failed', code: 'stream-error', details: { server: 'queue full' } },
  ],
  ['JSON of another shape', plain(200, { ok: true }), { state: 'failed', code: 'answer-shape' }],
  [
    'a completion that came whole',
    plain(200, { choices: [{ message: { content: 'answer' }, finish_reason: 'stop' }] }),
    whole,
  ],
  [
    'events under the wrong type',
    raw(told('answer') + done, { 'content-type': 'application/json' }),
    whole,
  ],
  ['events under no type', raw(told('answer') + done, { 'content-type': '' }), whole],
  [
    'half of a completion',
    plain(200, '{"choices":[{"message":{"con'),
    { state: 'failed', code: 'answer-not-json' },
  ],
];
