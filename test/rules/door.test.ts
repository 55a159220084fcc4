import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/toolchain.mjs';

/** Their handlers go on to somebody who puts the door before them. */
const handsOn = ['test/support/worlds/started-chat.ts'];

test('who starts a domain and asks it something goes through the door, which holds both sides against the contract', () => {
  const past = globSync('test/{unit,integration,fuzz,support}/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !handsOn.includes(file))
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const starts = /\bcreate[A-Z]\w*\b[^;]* from '(?:\.\.\/)+main\/[a-z-]+\/index\.ts'/.test(
        text,
      );
      const asks = /\.calls\b|\{ calls\b/.test(text);
      return starts && asks && !/behindTheDoor|throughTheDoor/.test(text);
    });
  expect(past).toEqual([]);
});
