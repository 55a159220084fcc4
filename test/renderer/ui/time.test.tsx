// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { formatTime, sameSince } from '../../../renderer/i18n/format.ts';
import { Time } from '../../../renderer/ui/index.ts';
import { show } from './shown.tsx';

const second = 1_000;
const hour = 3_600 * second;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('a time that is said as before is not formatted again, however many seconds go by', async () => {
  const now = Date.UTC(2026, 10, 23, 4);
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const ages = Array.from({ length: 30 }, (_, index) => (index + 1.5) * hour);
  await show(
    <>
      {ages.map((age) => (
        <Time key={age} at={now - age} />
      ))}
      <Time at={now - 5 * second} />
    </>,
  );
  const formats = [
    vi.spyOn(Intl, 'DateTimeFormat'),
    vi.spyOn(Intl, 'RelativeTimeFormat'),
    vi.spyOn(Intl, 'NumberFormat'),
  ];
  act(() => void vi.advanceTimersByTime(10 * second));
  screen.getByText(/^15 s ago/);
  const made = formats.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  // that of the one time that goes on by the second
  expect(made).toBeLessThanOrEqual(10);
});

it('what has been said of a time for a while is what is said of it now', () => {
  const time = Date.UTC(2026, 10, 23, 4);
  for (let distance = 1; distance < 400 * 24 * hour; distance = Math.ceil(distance * 1.07) + 13) {
    for (const now of [time + distance, time - distance]) {
      const since = sameSince(time, now);
      expect(formatTime(time, since, 'en')).toBe(formatTime(time, now, 'en'));
      expect(sameSince(time, since)).toBe(since);
    }
  }
});

it('a calm time says no seconds, and goes on by the minute', async () => {
  const now = Date.UTC(2026, 10, 23, 4);
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] });
  await show(<Time calm at={now} />);
  screen.getByText('now');
  act(() => void vi.advanceTimersByTime(59 * second));
  screen.getByText('now');
  act(() => void vi.advanceTimersByTime(2 * second));
  screen.getByText(/^1 min/);
});
