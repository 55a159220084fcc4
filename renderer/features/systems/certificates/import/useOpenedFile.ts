import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import { isSystemFile } from '../../../../../preload/contract/systems/system-choices.ts';
import { useStores } from '../../../../kit/index.ts';

/** Begins the import of a file that was opened with the app, once no other import is on screen. */
export function useOpenedFile(
  free: boolean,
  begin: (file: File, problem: AppErrorData | null) => void,
): void {
  const { openedFiles } = useStores();
  const opened = useStore(openedFiles, ({ file }) => file);
  useEffect(() => {
    if (opened === null || !free || isSystemFile(opened.fileName)) return;
    const { fileName } = opened;
    const content = opened.kind === 'read' ? [new Uint8Array(opened.bytes)] : [];
    begin(new File(content, fileName), opened.kind === 'read' ? null : opened.problem);
    openedFiles.begun();
  }, [opened, free, begin, openedFiles]);
}
