import { expect, test } from 'vitest';
import { decodeText } from '../../../renderer/attachments/taking/text.ts';

const hex = (digits: string): Uint8Array => new Uint8Array(Buffer.from(digits, 'hex'));
const utf16 = (text: string, big: boolean): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(big ? bytes.swap16() : bytes);
};

test.each([
  ['UTF-8', new TextEncoder().encode('日本語です'), '日本語です', 'utf-8'],
  ['UTF-8 with a mark', hex('efbbbf61'), 'a', 'utf-8'],
  ['ASCII with terminal colours', hex('1b5b33316d61'), '\x1b[31ma', 'utf-8'],
  ['nothing', new Uint8Array(), '', 'utf-8'],
  ['Shift_JIS', hex('93fa967b8cea82c582b7'), '日本語です', 'shift_jis'],
  ['EUC-JP', hex('c6fccbdcb8eca4c7a4b9'), '日本語です', 'euc-jp'],
  ['ISO-2022-JP', hex('1b2442467c4b5c386c1b2842'), '日本語', 'iso-2022-jp'],
  ['UTF-16 with a mark', hex('fffe61003000'), 'a0', 'utf-16le'],
  ['UTF-16, little end first', utf16('Hello there', false), 'Hello there', 'utf-16le'],
  ['UTF-16, big end first', utf16('Hello there', true), 'Hello there', 'utf-16be'],
  ['Windows-1252', hex('636166e920616e64206d6f7265'), 'café and more', 'windows-1252'],
])('%s is read', (_, bytes, text, encoding) => {
  expect(decodeText(bytes)).toEqual({ text, encoding });
});

test.each([
  ['a program', hex('7f454c460201010000000000')],
  ['an archive', hex('504b03041400000008007f8b')],
  ['random bytes', hex('f8d1e3a09bc7ff01e2')],
])('%s is no text', (_, bytes) => {
  expect(decodeText(bytes)).toBeNull();
});
