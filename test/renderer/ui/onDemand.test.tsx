// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { onDemand } from '../../../renderer/ui/index.ts';

interface Props {
  readonly name: string;
}
const Named = ({ name }: Props) => <p>Here is {name}</p>;
const Waiting = ({ name }: Props) => <p>Waiting for {name}</p>;

/** A file that comes when it is told to. */
function file() {
  let come = (): void => undefined;
  let fail = (_cause: Error): void => undefined;
  const promise = new Promise<{ default: typeof Named }>((resolve, reject) => {
    come = () => resolve({ default: Named });
    fail = reject;
  });
  return {
    promise,
    load: vi.fn(() => promise),
    come: () => come(),
    fail: (why: Error) => fail(why),
  };
}

class Boundary extends Component<{ children: ReactNode }> {
  override state = { said: '' };
  static getDerivedStateFromError(cause: Error) {
    return { said: cause.message };
  }
  override render() {
    return this.state.said || this.props.children;
  }
}

test('what stands there meanwhile has the same properties', async () => {
  const { load, come } = file();
  const Part = onDemand(load, Waiting);
  render(<Part name="one" />);
  expect(screen.getByText('Waiting for one')).toBeTruthy();
  await act(async () => come());
  expect(screen.getByText('Here is one')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test('what was fetched before is drawn at once, and nothing is fetched twice', async () => {
  const { load, come } = file();
  const Part = onDemand(load);
  const { container } = render(<Part name="early" />);
  expect(container.textContent).toBe('');
  come();
  await act(() => Part.fetch());
  render(<Part name="late" />);
  expect(screen.getByText('Here is late')).toBeTruthy();
  expect(screen.getByText('Here is early')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test('what cannot be fetched is told to the boundary around it, and asked for again by the next use', async () => {
  const { promise, fail } = file();
  const load = vi
    .fn<() => Promise<{ default: typeof Named }>>()
    .mockReturnValueOnce(promise)
    .mockResolvedValue({ default: Named });
  const Part = onDemand(load);
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  render(
    <Boundary>
      <Part name="lost" />
    </Boundary>,
  );
  await act(async () => fail(new Error('no such file')));
  expect(screen.getByText('no such file')).toBeTruthy();
  logged.mockRestore();
  await act(async () => void render(<Part name="found" />));
  expect(screen.getByText('Here is found')).toBeTruthy();
});
