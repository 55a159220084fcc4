import { fromChatGpt } from './chatGpt.ts';
import { fromCherryStudio } from './cherryStudio.ts';
import { fromClaude } from './claude.ts';
import type { Draft } from './draft.ts';
import { fromLibreChat } from './libreChat.ts';
import { fromOpenWebUi } from './openWebUi.ts';

export { portableOf } from './portable.ts';

/** Returns the conversations in another program's value; null for an unknown format. */
export function draftsOf(value: unknown): readonly Draft[] | null {
  const backup = fromCherryStudio(value);
  if (backup !== null) return backup;
  const one =
    fromChatGpt(value) ?? fromClaude(value) ?? fromLibreChat(value) ?? fromOpenWebUi(value);
  return one === null ? null : [one];
}
