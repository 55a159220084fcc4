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
  [
    'EUC-KR',
    hex(
      'bec8b3e7c7cfbcbcbfe42e20c0ccb0cdc0ba20c7d1b1b9beeeb7ce20beb420b1dbc0d4b4cfb4d92e20bcadb9f6c0c720bbf3c5c2b8a620c8aec0cec7cfb0ed20c0dbbef7c0bb20b4d9bdc320bdc3c0dbc7d820c1d6bcbcbfe42e',
    ),
    '안녕하세요. 이것은 한국어로 쓴 글입니다. 서버의 상태를 확인하고 작업을 다시 시작해 주세요.',
    'euc-kr',
  ],
  [
    'GB18030',
    hex(
      'c4e3bac3a3acd5e2cac7d2bbb8f6b2e2cad4cec4bcfea1a3c7ebbcecb2e9b7fecef1c6f7b5c4d7b4ccaca3acc8bbbaf3d6d8d0c2bfaacabcd4cbd0d0d5e2b8f6c8cecef1a1a3ced2c3c7bbe1d4dac3f7ccecb8f8c4e3bde1b9fba1a3',
    ),
    '你好，这是一个测试文件。请检查服务器的状态，然后重新开始运行这个任务。我们会在明天给你结果。',
    'gb18030',
  ],
  [
    'Korean among English',
    hex('6a6f622034323a20c0dbbef7c0cc20bdc7c6d0c7dfbdc0b4cfb4d92028636f6465203129'),
    'job 42: 작업이 실패했습니다 (code 1)',
    'euc-kr',
  ],
  ['EUC-JP without kana', hex('c5ecb5fec5d4c0e9c2e5c5c4b6e8'), '東京都千代田区', 'euc-jp'],
  [
    'EUC-JP, a longer text',
    hex(
      'b7d7bbbbb5a1a4cebef5c2d6a4f2b3cec7a7a4b7a1a2a5b8a5e7a5d6a4f2bac6c5eac6fea4b7a4c6a4afa4c0a4b5a4a4a1a3',
    ),
    '計算機の状態を確認し、ジョブを再投入してください。',
    'euc-jp',
  ],
  [
    'Shift_JIS, a longer text',
    hex(
      '8c768e5a8b4082cc8ff391d482f08a6d944682b5814183578387837582f08dc4938a93fc82b582c482ad82be82b382a28142',
    ),
    '計算機の状態を確認し、ジョブを再投入してください。',
    'shift_jis',
  ],
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
