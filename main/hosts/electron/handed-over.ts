import type { App } from 'electron';
import { findCallbackUrl } from '../../systems/sign-in/index.ts';
import { filesIn } from './command-line.ts';
import { createOpenedFiles, type OpenedFileQueue } from './opened-files.ts';

/** What the operating system hands to the app, at its start and later. */
export interface HandedOver {
  readonly files: OpenedFileQueue;
  /** Tells from now on of the files that come; those that came before wait to be taken. */
  onFile(listener: () => void): void;
  /** Gives the addresses of the app's protocol: the last that came before, then each that comes. */
  onUrl(listener: (url: string) => void): void;
}

/**
 * Takes the files that are opened with the app and the addresses of its protocol: arguments of this
 * process or of a second one, and on macOS events. To be called before the app is ready, since those
 * events may come first.
 * @param shown called when the user expects to see the window
 */
export function takeHandedOver(options: {
  app: App;
  argv: readonly string[];
  folder: string;
  shown(): void;
}): HandedOver {
  const { app, argv, folder, shown } = options;
  let listener: () => void = () => undefined;
  const files = createOpenedFiles(() => listener());
  // Never rejects: a file that cannot be read waits as its problem.
  const open = (paths: readonly string[]): void => void files.open(paths);

  let early: string | null = null;
  let takeUrl = (url: string): void => {
    early = url;
  };
  const take = (arguments_: readonly string[], startedIn: string): void => {
    open(filesIn(arguments_, startedIn));
    const url = findCallbackUrl(arguments_);
    if (url !== null) takeUrl(url);
  };

  take(argv, folder);
  app.on('second-instance', (_event, arguments_, startedIn) => {
    shown();
    take(arguments_, startedIn);
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    shown();
    const own = findCallbackUrl([url]);
    if (own !== null) takeUrl(own);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    shown();
    open([path]);
  });
  return {
    files,
    onFile(added) {
      listener = added;
    },
    onUrl(added) {
      takeUrl = added;
      if (early !== null) added(early);
      early = null;
    },
  };
}
