import { Menu, type Session, type WebContents } from 'electron';
import type { Labels } from '../labels.ts';
import { contextTemplate } from './context-menu.ts';
import type { Spelling } from './dictionaries.ts';

export { dictionaryFolder, filesOf, type Spelling, spellingOf } from './dictionaries.ts';

/** A port on which nothing can listen. */
const nowhere = 'http://127.0.0.1:0/';

/** Turns the checker of a session on or off. What it lacks it would ask for nowhere, and by a closed network. */
export function checkSpelling(session: Session, spelling: Spelling | null, on: boolean): void {
  const languages = on && spelling?.by === 'files' ? [...spelling.languages] : [];
  session.setSpellCheckerDictionaryDownloadURL(nowhere);
  session.setSpellCheckerLanguages(languages);
  session.setSpellCheckerEnabled(on && spelling !== null);
}

/** The menu of the right mouse button, where there is something to do. */
export function offerContextMenu(contents: WebContents, labels: () => Labels): void {
  contents.on('context-menu', (_event, params) => {
    const replace = (word: string): void => contents.replaceMisspelling(word);
    const template = contextTemplate(params, labels(), replace);
    if (template.length > 0) Menu.buildFromTemplate(template).popup();
  });
}
