import { useEffect, useRef } from 'react';
import { isOwnFile } from '../../preload/contract/systems/own-files.ts';
import { useT } from '../i18n/index.ts';
import { useStores } from '../kit/index.ts';
import { useToasts } from '../ui/index.ts';
import { useIsCovered } from '../ui/overlays/covers.tsx';

/**
 * Queues certificates and systems dropped outside a drop target, and reports any other file; the browser would navigate
 * to it.
 */
export function useStrayDrops(): void {
  const t = useT();
  const toasts = useToasts();
  const isCovered = useIsCovered();
  const { openedFiles } = useStores();
  const take = (files: readonly File[]) => {
    const own = files.filter(({ name }) => isOwnFile(name));
    const other = files.find(({ name }) => !isOwnFile(name));
    const [first] = own;
    openedFiles.add(own);
    if (other !== undefined) toasts.show({ text: t('common.drop.notHere', { name: other.name }) });
    else if (first && isCovered()) {
      toasts.show({ text: t('common.drop.waits', { name: first.name }) });
    }
  };
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      if (event.type === 'drop') latest.current([...event.dataTransfer.files]);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('drop', over);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', over);
    };
  }, []);
}
