import type { MessageBoxOptions } from 'electron';
import type { Labels } from '../labels.ts';

/**
 * Whether macOS runs the app out of a copy at a random place (App Translocation), as it does with what was downloaded and
 * opened without being moved. At each start the place is another one.
 */
export const isTranslocated = (execPath: string, platform: NodeJS.Platform): boolean =>
  platform === 'darwin' && execPath.includes('/AppTranslocation/');

/** Says that the app is to be moved to the Applications folder first, and ends it where the user wants to. */
export async function tellTranslocation(options: {
  readonly labels: Labels;
  readonly ask: (box: MessageBoxOptions) => Promise<{ response: number }>;
  readonly quit: () => void;
}): Promise<void> {
  const { labels, ask, quit } = options;
  const { response } = await ask({
    type: 'warning',
    message: labels.translocated,
    detail: labels.translocatedText,
    buttons: [labels.quitNow, labels.goOn],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  if (response === 0) quit();
}
