// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { useDrop } from '../../../renderer/ui/index.ts';
import { show } from './shown.tsx';

const file = new File(['text'], 'one.txt');
const carrying = (type: string) => ({ dataTransfer: { types: [type], files: [file] } });

interface Taken {
  readonly place: string;
  readonly names: readonly string[];
  readonly taken: boolean;
}

function Place(props: { name: string; told: Taken[]; children?: ReactNode }) {
  const { name, told, children } = props;
  const { over, drop } = useDrop('Files', ({ files }, taken) => {
    told.push({ place: name, names: [...files].map((one) => one.name), taken });
  });
  return (
    <section aria-label={name} data-over={over} {...drop}>
      {children}
    </section>
  );
}

async function showPlaces(): Promise<Taken[]> {
  const told: Taken[] = [];
  await show(
    <Place name="outer" told={told}>
      <Place name="inner" told={told} />
    </Place>,
  );
  return told;
}
const place = (name: string) => screen.getByRole('region', { name });

test('a drop within is told to the place around it as taken', async () => {
  const told = await showPlaces();
  fireEvent.drop(place('inner'), carrying('Files'));
  fireEvent.drop(place('outer'), carrying('Files'));
  expect(told).toEqual([
    { place: 'inner', names: ['one.txt'], taken: false },
    { place: 'outer', names: ['one.txt'], taken: true },
    { place: 'outer', names: ['one.txt'], taken: false },
  ]);
});

test('a place shows what hangs over it until the last of it has left, or it is dropped', async () => {
  await showPlaces();
  const { dataset } = place('outer');
  fireEvent.dragEnter(place('outer'), carrying('Files'));
  fireEvent.dragEnter(place('inner'), carrying('Files'));
  fireEvent.dragLeave(place('outer'), carrying('Files'));
  expect(dataset.over).toBe('true');
  fireEvent.dragLeave(place('inner'), carrying('Files'));
  expect(dataset.over).toBe('false');
  fireEvent.dragEnter(place('outer'), carrying('Files'));
  fireEvent.drop(place('outer'), carrying('Files'));
  expect(dataset.over).toBe('false');
});

test('what carries something else is left to others', async () => {
  const told = await showPlaces();
  fireEvent.dragEnter(place('outer'), carrying('text/plain'));
  // true: nobody prevented what the browser does with it
  expect(fireEvent.drop(place('outer'), carrying('text/plain'))).toBe(true);
  expect(place('outer').dataset.over).toBe('false');
  expect(told).toEqual([]);
});
