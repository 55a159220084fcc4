// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import StructuredAnswer from '../../../../renderer/features/chat/structured/StructuredAnswer.tsx';
import { createTexts, TextsProvider } from '../../../../renderer/i18n/index.ts';

const ended: string[] = [];

/** A worker that never has done with a pattern. */
class Stuck extends EventTarget {
  postMessage(): void {
    ended.push('asked');
  }
  terminate(): void {
    ended.push('ended');
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a schema that takes for ever is given up, its worker ended, and the answer is a text', async () => {
  vi.stubGlobal('Worker', Stuck);
  const texts = await createTexts('en');
  vi.useFakeTimers();
  const format = { name: 'city', schema: '{"pattern":"(a+)+$"}', strict: true };
  render(
    <TextsProvider i18n={texts}>
      <StructuredAnswer text={'"aaaaaaaa!"'} format={format} />
    </TextsProvider>,
  );
  expect(screen.getByText('Checking the answer against its schema')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(
    screen.getByText('The answer could not be checked: “city” takes too long to check.'),
  ).toBeTruthy();
  expect(screen.getByText('"aaaaaaaa!"')).toBeTruthy();
  expect(ended).toEqual(['asked', 'ended']);
});
