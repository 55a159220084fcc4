import { expect, test } from 'vitest';
import { bounds } from '../../../../main/chat/tool-servers/bounds.ts';
import { toAppError } from '../../../../main/chat/tool-servers/connect.ts';

const server = { name: 'notes', limits: bounds, takesSignIn: false };

test.each([
  ['one answer', { message: 'timed out', data: { timeout: 30_000 } }, 30],
  ['the newer protocol', { message: 'probe timed out', data: { timeout: 3_000 } }, 3],
  ['all pages of a list', { message: 'TimeoutError: The operation was aborted' }, 60],
  ['the connection', { message: 'timed out' }, 30],
])('a server that is silent is told with the time that %s was waited for', (_, cause, seconds) => {
  const error = Object.assign(new Error(cause.message), { code: 'REQUEST_TIMEOUT', ...cause });
  expect(toAppError(error, server, (text) => text)).toMatchObject({
    ...{ code: 'tool-server-silent', details: { name: 'notes', seconds } },
  });
});
