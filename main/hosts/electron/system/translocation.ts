import type { MessageBoxOptions } from 'electron';
import type { Labels } from '../labels.ts';

/**
 * Returns whether macOS runs the app from a random place (App Translocation), as it does with a downloaded app that was
 * not moved. The place changes at each start.
 */
export const isTranslocated = (execPath: string, platform: NodeJS.Platform): boolean =>
  platform === 'darwin' && execPath.includes('/AppTranslocation/');

/** Asks the user to move the app to the Applications folder first, and quits if they want to. */
export async function offerApplicationsFolder(options: {
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
