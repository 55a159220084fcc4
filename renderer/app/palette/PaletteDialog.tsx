import { Dialog } from 'radix-ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ignoring } from '../../../common/ignoring.ts';
import { useT } from '../../i18n/index.ts';
import { useSystem } from '../../kit/index.ts';
import type { Place } from '../../ui/focus/place.ts';
import { onDemand } from '../../ui/index.ts';
import { useWayBack } from '../../ui/overlays/covers.tsx';
import { Scrim } from '../../ui/overlays/Dialog.tsx';
import { paletteField } from './entry.ts';

const Palette = onDemand(() => import('./Palette.tsx'));

/** Milliseconds after which the window's first files have been fetched. */
const begun = 1_000;

/** Prefetches the palette when the window is idle, so that it opens at once. */
export function usePaletteSoon(): void {
  const able = useSystem() !== null;
  useEffect(() => {
    if (!able) return;
    let asked = true;
    const fetch = () => {
      if (asked) void ignoring('it is asked for again when the palette is opened', Palette.fetch());
    };
    const timer = setTimeout(() => {
      // WebKit lacks this call
      if ('requestIdleCallback' in window) requestIdleCallback(fetch);
      else fetch();
    }, begun);
    return () => {
      asked = false;
      clearTimeout(timer);
    };
  }, [able]);
}

/** The palette. Until its file is loaded, a field in the same place takes the first keystrokes. */
export function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const from = useRef<Place>(null);
  const goBack = useWayBack(from);
  const [wanted, setWanted] = useState('');
  const [came, setCame] = useState(false);
  const [composing, setComposing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<readonly [number, number]>([0, 0]);
  const keep = useCallback(() => {
    const { selectionStart, selectionEnd } = field.current ?? {};
    caret.current = [selectionStart ?? 0, selectionEnd ?? 0];
  }, []);
  useEffect(() => {
    const come = () => {
      keep();
      setCame(true);
    };
    // rendering throws the error of a failed load
    Palette.fetch().then(come, come);
  }, [keep]);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Scrim from={from} />
        <div className="pointer-events-none fixed inset-0 z-40 flex items-start justify-center p-4 pt-[12vh]">
          <Dialog.Content
            aria-modal
            aria-describedby={undefined}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              goBack();
            }}
            className="pointer-events-auto flex max-h-[min(27.25rem,76vh)] w-full max-w-140 animate-rise flex-col overflow-hidden rounded-card bg-raised shadow-overlay outline-0"
          >
            <Dialog.Title className="sr-only">{t('frame.palette.title')}</Dialog.Title>
            {/* removing a field would lose the composition in it */}
            {came && !composing ? (
              <Palette wanted={wanted} caret={caret} onClose={onClose} onWanted={setWanted} />
            ) : (
              <input
                ref={field}
                dir="auto"
                value={wanted}
                onChange={(event) => {
                  keep();
                  setWanted(event.target.value);
                }}
                onSelect={keep}
                onCompositionStart={() => setComposing(true)}
                onCompositionEnd={() => setComposing(false)}
                aria-label={t('frame.palette.title')}
                placeholder={t('frame.palette.placeholder')}
                autoComplete="off"
                spellCheck={false}
                className={paletteField}
              />
            )}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
