// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MessageBoundary } from '../../../../renderer/features/chat/chat/thread/MessageBoundary.tsx';
import { show } from '../../ui/shown.tsx';

function Broken(): never {
  throw new RangeError('Maximum call stack size exceeded');
}

test.each([
  ['en', 'This message could not be displayed. It is shown as plain text.'],
  ['ja', 'このメッセージは表示できないため、テキストのまま表示しています。'],
] as const)(
  'a message that cannot be drawn is shown as text, and the next one as ever: %s',
  async (language, line) => {
    // React says what it caught
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await show(
      <>
        <MessageBoundary text={'# what it\nsays'}>
          <Broken />
        </MessageBoundary>
        <MessageBoundary text="next">
          <p>drawn</p>
        </MessageBoundary>
      </>,
      language,
    );
    said.mockRestore();
    expect(screen.getByText(line)).toBeTruthy();
    expect(screen.getByRole('article').textContent).toContain('# what it\nsays');
    expect(screen.getByText('drawn')).toBeTruthy();
  },
);
