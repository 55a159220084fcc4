import { expect, test } from 'vitest';
import enFrame from '../../../renderer/i18n/en/frame.json' with { type: 'json' };
import enSession from '../../../renderer/i18n/en/session.json' with { type: 'json' };
import jaFrame from '../../../renderer/i18n/ja/frame.json' with { type: 'json' };
import jaSession from '../../../renderer/i18n/ja/session.json' with { type: 'json' };

/** In halves of a full-width character, which is as wide as its type is high. */
function halves(text: string): number {
  return [...text].reduce((sum, one) => sum + (/\p{ASCII}/u.test(one) ? 1 : 2), 0);
}

const { left: _en, ...enChip } = enSession.chip;
const { left: _ja, ...jaChip } = jaSession.chip;

// 111 px beside the chip's mark and the fold button, at 11 px.
test.each([
  ['en', { ...enChip, ...enFrame.session }],
  ['ja', { ...jaChip, ...jaFrame.session }],
] as const)('what the session’s chip says fits into the sidebar, in %s', (_, words) => {
  const tooLong = Object.values(words).filter((text) => halves(text) > 20);
  expect(tooLong).toEqual([]);
});

// 150 px beside the icon, at 13 px.
test.each([
  ['en', enFrame.screens],
  ['ja', jaFrame.screens],
] as const)('the names of the screens fit into it, in %s', (_, names) => {
  expect(Object.values(names).filter((text) => halves(text) > 20)).toEqual([]);
});
