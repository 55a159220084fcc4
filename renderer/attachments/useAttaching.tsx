import { FileUp } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Attachment } from '../../preload/contract/chat/attachments.ts';
import type { Model } from '../../preload/contract/chat/genai.ts';
import { isOwnFile } from '../../preload/contract/systems/own-files.ts';
import { useT } from '../i18n/index.ts';
import { useStores } from '../kit/index.ts';
import { onDemand } from '../ui/index.ts';
import { type Basket, createBasket } from './taking/basket.ts';
import { type FolderPick, listFolder, readDrop, walk } from './taking/folder.ts';
import { useDroppedFiles } from './useDroppedFiles.ts';

const FolderDialog = onDemand(() => import('./FolderDialog.tsx'));

/** Props and callbacks that a message editor needs to take files. */
export interface Attaching {
  readonly basket: Basket;
  readonly addFiles: (files: readonly File[]) => void;
  readonly addFolder: (files: readonly File[]) => void;
  /** Attaches a text as a file of its own; false on failure, which its chip shows. */
  readonly addText: (text: string) => Promise<boolean>;
  /** Dialogs and the drop indicator. */
  readonly overlays: ReactNode;
}

/** Returns the files of a composer. */
export function useBasket(
  composerKey: string,
  onChange: (attachments: readonly Attachment[]) => void,
): Basket {
  const { client, settings } = useStores();
  const baskets = useRef(new Map<string, Basket>());
  /** Files may still arrive for a conversation that is no longer on screen. */
  const handlers = useRef(new Map<string, typeof onChange>());
  handlers.current.set(composerKey, onChange);
  useEffect(() => {
    const all = baskets.current;
    return () => {
      for (const basket of all.values()) basket.close();
      all.clear();
    };
  }, []);
  const known = baskets.current.get(composerKey);
  if (known !== undefined) return known;
  const basket = createBasket(
    client,
    (attachments) => handlers.current.get(composerKey)?.(attachments),
    () => settings.getState().value?.keepImageMetadata === true,
  );
  baskets.current.set(composerKey, basket);
  return basket;
}

/** Returns the current attachments; the list stays the same object until something changes. */
export function useAttached(basket: Basket): readonly Attachment[] {
  const items = useStore(basket, (state) => state.items);
  return useMemo(() => items.flatMap(({ attachment }) => attachment ?? []), [items]);
}

/** Lets the user pick files, drop them anywhere in the window, or take them from a folder. */
export function useAttaching(
  basket: Basket,
  options: {
    readonly model: Model | undefined;
    readonly enabled: boolean;
    readonly dropsHere: boolean;
  },
): Attaching {
  const { model, enabled, dropsHere } = options;
  const t = useT();
  const { openedFiles } = useStores();
  const [pick, setPick] = useState<FolderPick | null>(null);
  const addFiles = useCallback(
    (files: readonly File[]) => basket.add(files.map((file) => ({ file, name: file.name }))),
    [basket],
  );
  const addText = useCallback(
    (text: string) => {
      const name = t('attachments.pasted.name');
      return basket.attach({ file: new File([text], name), name });
    },
    [basket, t],
  );
  const addFolder = useCallback((files: readonly File[]) => {
    void listFolder(files).then(setPick);
  }, []);
  const over = useDroppedFiles((data) => {
    const { files, folders } = readDrop(data);
    // a dropped key is imported; to send it, the user attaches it with the button
    const own = files.filter(({ name }) => isOwnFile(name));
    const rest = files.filter(({ name }) => !isOwnFile(name));
    if (own.length > 0) openedFiles.add(own.map(({ file }) => file));
    if (rest.length > 0) basket.add(rest);
    if (folders.length > 0) void walk(folders).then(setPick);
  }, enabled && dropsHere);
  const taken = useStore(basket, ({ items }) => items.length);
  const overlays = (
    <>
      {over && (
        <div className="pointer-events-none fixed inset-3 z-50 flex flex-col items-center justify-center gap-2 rounded-card border-2 border-accent border-dashed bg-accent-soft/90 text-center">
          <FileUp size={32} strokeWidth={1.5} aria-hidden className="text-accent-text" />
          <p className="text-heading font-semibold">{t('attachments.drop.title')}</p>
          <p className="text-body text-text-soft">{t('attachments.drop.note')}</p>
        </div>
      )}
      {pick !== null && (
        <FolderDialog
          pick={pick}
          contextLength={model?.contextLength ?? null}
          taken={taken}
          onAttach={(files) => {
            basket.add(files);
            setPick(null);
          }}
          onClose={() => setPick(null)}
        />
      )}
    </>
  );
  return { basket, addFiles, addFolder, addText, overlays };
}
