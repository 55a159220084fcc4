import { expect, test } from 'vitest';
import { createDecoder } from '../../../../main/chat/service/stream/decoder.ts';
import { AppError } from '../../../../preload/contract/errors.ts';

const png = 'data:image/png;base64,iVBORw0KGgo=';

/** What an answer says beside its text, of events with these chunks. */
function beside(...chunks: object[]) {
  const told = { images: [] as string[], links: [] as object[], models: [] as string[] };
  const decoder = createDecoder(
    {
      content: () => undefined,
      image: (url) => void told.images.push(url),
      link: (link) => void told.links.push(link),
      model: (name) => void told.models.push(name),
    },
    { host: 'server.test', secrets: [], toError: () => new AppError('stream-error') },
  );
  const events = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
  decoder.push(Buffer.from(events));
  decoder.end();
  return { ...told, begun: decoder.begun };
}
const delta = (piece: object) => ({ choices: [{ index: 0, delta: piece }] });

test.each<[string, object]>([
  ['image_url', { images: [{ type: 'image_url', image_url: { url: png } }] }],
  ['an address alone', { images: [png] }],
  ['image_url as a text', { images: [{ image_url: png }] }],
  ['bytes', { images: [{ b64_json: 'iVBORw0KGgo=' }] }],
  ['a part of the content', { content: [{ type: 'image_url', image_url: { url: png } }] }],
  [
    'a source',
    { content: [{ type: 'image', source: { media_type: 'image/png', data: 'iVBORw0KGgo=' } }] },
  ],
])('an image in a delta is told: %s', (_, piece) => {
  expect(beside(delta(piece))).toMatchObject({ images: [png], begun: true });
});

test('an image is told once, however often it comes; one of the web is a link', () => {
  const again = delta({ images: [png] });
  const elsewhere = delta({ images: [{ image_url: { url: 'https://example.org/a.png' } }] });
  expect(beside(again, again, elsewhere)).toMatchObject({
    images: [png],
    links: [{ url: 'https://example.org/a.png', title: '' }],
  });
});

test('an image in an answer that came whole is told', () => {
  const message = { content: 'Here.', images: [{ image_url: { url: png } }] };
  expect(beside({ choices: [{ index: 0, message, finish_reason: 'stop' }] }).images).toEqual([png]);
});

const url = 'https://example.org/page';
const titled = { url, title: 'A page' };
test.each<[string, object]>([
  ['annotations', delta({ annotations: [{ type: 'url_citation', url_citation: titled }] })],
  ['flat annotations', delta({ annotations: [{ type: 'url_citation', ...titled }] })],
  ['a context', delta({ context: { citations: [{ ...titled, content: 'x' }] } })],
  ['search results', { search_results: [titled], choices: [] }],
  ['sources', { sources: [{ source: { name: 'A page', url }, document: ['x'] }] }],
  [
    'grounding',
    delta({
      provider_specific_fields: {
        grounding_metadata: { groundingChunks: [{ web: { uri: url, title: 'A page' } }] },
      },
    }),
  ],
])('what an answer refers to is told as links: %s', (_, chunk) => {
  expect(beside(chunk).links).toEqual([titled]);
});

test('addresses alone are links, and get their titles where these come later', () => {
  const said = { citations: [url, 'javascript:alert(1)', 'not an address'], choices: [] };
  expect(beside(said, said, { ...said, search_results: [titled] }).links).toEqual([
    { url, title: '' },
    titled,
  ]);
});

test('the model is the first that is named', () => {
  expect(beside({ model: '', choices: [] }, { model: 'a' }, { model: 'b' }).models).toEqual(['a']);
});
