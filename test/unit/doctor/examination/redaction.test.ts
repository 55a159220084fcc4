import { expect, test } from 'vitest';
import { createRedaction, redactTexts } from '../../../../main/base/redaction/index.ts';
import { processorTime } from '../../../support/processor-time.ts';

const words = ['Taro Yamada', 'taro.yamada', 'tyamada', 'sk-0123456789abcdef', '', 'x'];

test.each([
  ['CN=Taro Yamada, O=Example Centre', 'CN=[…], O=Example Centre'],
  ['no right for TARO YAMADA at this time', 'no right for […] at this time'],
  ['/data/tyamada/files', '/data/[…]/files'],
  ['https://portal.example/?name=Taro%20Yamada&x=1', 'https://portal.example/?name=[…]&x=1'],
  ['name=Taro+Yamada', 'name=[…]'],
  ['Bearer sk-0123456789abcdef', 'Bearer […]'],
  ['write to somebody.else@example.org please', 'write to […] please'],
  ['https://www.example.org/~hanako/api', 'https://www.example.org/[…]/api'],
  // A word within another is another word.
  ['tyamada2 and atyamada', 'tyamada2 and atyamada'],
  // Lower case of another length.
  ['İ TARO YAMADA', '[…]'],
  ['nothing of it', 'nothing of it'],
])('%s is handed on as %s', (text, expected) => {
  expect(createRedaction(words)(text)).toBe(expected);
});

test('a name with half a character in it hides nothing else, and no name is left in', () => {
  const redact = createRedaction(['Taro \ud800', 'tyamada']);
  expect(redact('Taro \ud800 and tyamada')).toBe('[…] and […]');
  expect(redact('name=Taro%20%EF%BF%BD')).toBe('name=[…]');
});

test('every text of a value is redacted, whatever it stands in', () => {
  const value = { a: ['tyamada', 1, null, true], b: { c: 'by tyamada' } };
  const shared = redactTexts(value, createRedaction(words));
  expect(shared).toEqual({ a: ['[…]', 1, null, true], b: { c: 'by […]' } });
});

test('a long text of nothing but half names takes no time', () => {
  const redact = createRedaction(words);
  const time = processorTime(() => {
    redact('taro.yamad'.repeat(5_000));
    redact(`${'a'.repeat(20_000)}@`);
    redact('~'.repeat(20_000));
  });
  // Quadratic, it would be minutes.
  expect(time).toBeLessThan(10_000);
});
