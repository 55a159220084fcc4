import { dirname, join } from 'node:path';
import { app, clipboard, Menu, type Session, type WebContents } from 'electron';
import { channels } from '../../../../preload/channels.ts';
import type { EventName, EventPayload } from '../../../../preload/contract/index.ts';
import type { Log } from '../../../base/host.ts';
import type { Labels } from '../labels.ts';
import { contextTemplate } from './context-menu.ts';
import {
  copyProvidedDictionaries,
  dictionariesIn,
  dictionaryFolder,
  providedFolders,
  type Spelling,
  spellingOf,
} from './dictionaries.ts';

export type { Spelling } from './dictionaries.ts';

/** A port on which nothing can listen. */
const nowhere = 'http://127.0.0.1:0/';

/** Returns how spelling is checked in this start, after copying new dictionaries of a package or an administrator. */
export function findSpelling(log: Log): Spelling | null {
  const own = join(app.getPath('sessionData'), dictionaryFolder);
  const beside = app.isPackaged ? dirname(process.execPath) : app.getAppPath();
  copyProvidedDictionaries(providedFolders(process.platform, beside), own, log);
  return spellingOf(process.platform, dictionariesIn(own));
}

/**
 * Turns a session's spell checker on or off. Its requests for missing dictionaries go to an impossible address, in a
 * closed network.
 */
export function checkSpelling(session: Session, spelling: Spelling | null, on: boolean): void {
  const languages = on && spelling?.by === 'files' ? [...spelling.languages] : [];
  session.setSpellCheckerDictionaryDownloadURL(nowhere);
  session.setSpellCheckerLanguages(languages);
  session.setSpellCheckerEnabled(on && spelling !== null);
}

/** Shows the context menu if it has entries. */
export function offerContextMenu(contents: WebContents, labels: () => Labels): void {
  contents.on('context-menu', (_event, params) => {
    const { x, y } = params;
    const template = contextTemplate(params, labels(), {
      replace: (word) => contents.replaceMisspelling(word),
      openLink() {
        for (const type of ['mouseDown', 'mouseUp'] as const) {
          contents.sendInputEvent({ type, x, y, button: 'left', clickCount: 1 });
        }
      },
      copyText: (text) => clipboard.writeText(text),
      copyImage: () => contents.copyImageAt(x, y),
      saveImage() {
        // the page uses CSS pixels
        const zoom = contents.getZoomFactor();
        const at: EventPayload<'app.saveImage'> = { x: x / zoom, y: y / zoom };
        contents.send(channels.event, 'app.saveImage' satisfies EventName, at);
      },
    });
    if (template.length > 0) Menu.buildFromTemplate(template).popup();
  });
}
