import { basename, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeFileName } from '../../../../main/base/files/file-name.ts';

describe('what of a proposed name becomes a file’s', () => {
  test.each([
    ['code.py', 'code.py'],
    ['解析 結果.f90', '解析 結果.f90'],
    ['/etc/passwd', 'passwd'],
    ['../../.ssh/authorized_keys', 'authorized_keys'],
    ['C:\\Windows\\system32\\a.dll', 'a.dll'],
    ['C:a.txt', 'C-a.txt'],
    ['.bashrc', 'bashrc'],
    ['a\u0000b\nc.txt', 'a-b-c.txt'],
    ['code\u202Efdp.exe', 'code-fdp.exe'],
    ['lone\ud800.txt', 'lone-.txt'],
    ['CON.txt', 'file-CON.txt'],
    ['lpt1', 'file-lpt1'],
    ['..', 'file'],
    ['folder/', 'file'],
    ['   ', 'file'],
    ['a.txt. ', 'a.txt'],
    [`a.${'b'.repeat(18)} c`, `a.${'b'.repeat(18)}`],
  ])('%j is %j', (proposed, name) => {
    expect(safeFileName(proposed)).toBe(name);
  });

  test('a long one keeps its ending', () => {
    const name = safeFileName(`${'長'.repeat(300)}.json`);
    expect(name).toMatch(/^長+\.json$/);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(Buffer.byteLength(name)).toBeGreaterThan(190);
  });

  test('whatever is proposed, it is one name in one folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (proposed) => {
        const name = safeFileName(proposed);
        expect(name).not.toBe('');
        expect(basename(name)).toBe(name);
        expect(win32.basename(name)).toBe(name);
        expect(name).not.toMatch(/^\.|[. ]$/);
        expect(() => encodeURIComponent(name)).not.toThrow();
        expect(safeFileName(name)).toBe(name);
      }),
    );
  });
});
