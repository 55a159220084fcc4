import type { App } from 'electron';
import { certificateFilesIn } from './command-line.ts';
import { createOpenedFiles, type OpenedFiles } from './opened-files.ts';

/** What the operating system hands to the app, at its start and later. */
export interface HandedOver {
  readonly files: OpenedFiles;
  /** Tells from now on of what comes; what came before waits to be taken. */
  onFile(listener: () => void): void;
}

/**
 * Takes the files that are opened with the app: arguments of this process or of a second one, and on
 * macOS an event. To be called before the app is ready, since that event may come first.
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

  open(certificateFilesIn(argv, folder));
  app.on('second-instance', (_event, arguments_, startedIn) => {
    shown();
    open(certificateFilesIn(arguments_, startedIn));
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
  };
}
