import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/toolchain.mjs';

test('every command starts under whatever Node there is, and installs what is missing first', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const [name, command] of Object.entries(scripts)) {
    const [, file = ''] = /^node (scripts\/[\w-]+\.mjs)(?: |$)/.exec(command) ?? [];
    expect(file, `npm run ${name}: ${command}`).not.toBe('');
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(readFileSync(join(root, file), 'utf8'), file).toMatch(/\binstall\(\)/);
  }
});
