import type { App } from 'electron';
import { findCallbackUrl } from '../../systems/sign-in/index.ts';
import { filesIn } from './command-line.ts';
import { createOpenedFiles, type OpenedFileQueue } from './opened-files.ts';

/** Files and addresses from the operating system, at the start and later. */
export interface LaunchInputs {
  readonly files: OpenedFileQueue;
  /** Calls the listener for files from now on; earlier ones wait. */
  onFile(listener: () => void): void;
  /** Passes the addresses of the app's protocol: the last earlier one, then each new one. */
  onUrl(listener: (url: string) => void): void;
}

/**
 * Collects files opened with the app and addresses of its protocol: arguments of this process or of a second one, and
 * events on macOS. Call before the app is ready, since those events may come first.
 * @param shown called when the user expects to see the window
 */
export function collectLaunchInputs(options: {
  app: App;
  argv: readonly string[];
  folder: string;
  shown(): void;
}): LaunchInputs {
  const { app, argv, folder, shown } = options;
  let listener: () => void = () => undefined;
  const files = createOpenedFiles(() => listener());
  // Never rejects: an unreadable file waits as its problem.
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
