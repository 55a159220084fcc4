import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

test('a state that styles everything below is refused, one that names what it styles is not', async () => {
  const made = emptyTree();
  made.write(
    'renderer/ui/Row.tsx',
    [
      'export const Row = () => (',
      '  <div className="group">',
      '    <i className="group-hover:opacity-100" />',
      '    <i className="[.group:hover_&]:opacity-100 hover:underline" />',
      '    <i className="peer-focus-visible:hidden group-data-[open]/row:flex" />',
      '  </div>',
      ');',
    ].join('\n'),
  );
  made.write(
    'renderer/ui/row.css',
    ['.row:hover > * { color: red; }', '.row:hover .name, .row * { color: red; }'].join('\n'),
  );
  const errors = await made.errors('styles');
  expect(errors.map((one) => one.split(': ')[0])).toEqual([
    'renderer/ui/Row.tsx:3',
    'renderer/ui/Row.tsx:5',
    'renderer/ui/Row.tsx:5',
    'renderer/ui/row.css:1',
  ]);
  made.write('renderer/ui/Box.tsx', 'export const box = "rounded-card outline-none";');
  made.write('renderer/ui/Other.tsx', 'export const other = "outline-0 outline-none-at-all";');
  expect((await made.errors('styles')).at(0)).toMatch(/^renderer\/ui\/Box\.tsx:1: outline-none /);
  expect(errors[0]).toContain('styles all that is below again');
});
