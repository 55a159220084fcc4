import { beforeEach, expect, test, vi } from 'vitest';
import { showAbout } from '../../../../main/hosts/electron/about/index.ts';
import { labelsFor } from '../../../../main/hosts/electron/labels.ts';

const boxes = vi.hoisted(() => [] as Record<string, unknown>[]);
vi.mock('electron', () => ({
  dialog: { showMessageBox: async (...given: Record<string, unknown>[]) => boxes.push(...given) },
  nativeImage: { createFromBuffer: (png: Buffer) => png.toString('latin1', 1, 4) },
}));
beforeEach(() => void boxes.splice(0));

test.each([
  ['en', 'About Compute Desk', 'Version 45.6.7', 'Apache License 2.0'],
  ['ja', 'Compute Desk について', 'バージョン 45.6.7', 'Apache License 2.0'],
] as const)(
  '%s: the box about the app has its name, version, licence and icon, and a title',
  (language, title, ...said) => {
    showAbout(undefined, '45.6.7', labelsFor(language, []));
    const [box] = boxes;
    expect(box).toMatchObject({ title, message: 'Compute Desk', icon: 'PNG' });
    for (const part of said) expect(box?.detail).toContain(part);
    expect(box?.buttons).toHaveLength(1);
  },
);
