import { expect, test } from 'vitest';
import { alreadyRunningText, loginName, tunnelText } from '../../../../main/hosts/web/terminal.ts';

test('the line of the tunnel can be copied as it is', () => {
  expect(tunnelText(4000, 'taro@login1')).toMatch(/: ssh -L 4000:127\.0\.0\.1:4000 taro@login1\n$/);
  expect(loginName()).toMatch(/^\S+$/);
});

test('a running app says its port, and answers --port where that asks for another', () => {
  for (const wanted of [0, 4000]) {
    expect(alreadyRunningText(4000, wanted)).toMatch(
      /^[^\n]*is already running[^\n]* on port 4000\. [^\n]*\n$/,
    );
  }
  expect(alreadyRunningText(4000, 5000)).toMatch(
    /\n--port 5000 has no effect on a running app\. [^\n]+\n$/,
  );
});
