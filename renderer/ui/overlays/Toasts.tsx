import { CircleCheck, X } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { Button } from '../buttons/Button.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { cx } from '../cx.ts';
import { type Corner, useClearCorner } from './clearPlace.ts';
import { toastRegion } from './overlayFocus.ts';

interface Toast {
  /** The user's completed action: `Deleted “batch-7”.` */
  readonly text: string;
  readonly undo?: () => void;
}

interface Shown extends Toast {
  readonly id: number;
}

interface Toasts {
  show(toast: Toast): void;
}

const Context = createContext<Toasts | null>(null);

/** Duration of a toast, ms; longer if it can be undone. */
const stays = { plain: 5_000, undo: 10_000 };
const most = 3;

const places: Readonly<Record<Corner, string>> = {
  'bottom-right': 'right-4 bottom-24',
  'bottom-left': 'bottom-4 left-4',
  'top-left': 'top-4 left-4',
  'top-right': 'top-4 right-4',
};

/** Confirms the user's actions. Errors never go here: they are shown in place, in a `Bar`. */
export function useToasts(): Toasts {
  const toasts = use(Context);
  if (!toasts) throw new Error('useToasts needs a ToastProvider above it');
  return toasts;
}

/** Repeated toasts are merged; each one with an undo is separate. */
function isSame(one: Toast, other: Toast): boolean {
  return one.text === other.text && one.undo === undefined && other.undo === undefined;
}

function ToastCard({ toast, onGone }: { readonly toast: Shown; readonly onGone: () => void }) {
  const t = useT();
  const [held, setHeld] = useState(false);
  const gone = useRef(onGone);
  gone.current = onGone;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => gone.current(), toast.undo ? stays.undo : stays.plain);
    return () => clearTimeout(timer);
  }, [held, toast.undo]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it or focusing in it only keeps it
    <div
      // overlays still check the click that removes it from the page afterwards
      {...toastRegion}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex animate-rise items-center gap-2.5 rounded-card bg-raised py-1.5 pr-1.5 pl-3 text-body shadow-overlay"
    >
      <CircleCheck size={15} aria-hidden className="shrink-0 text-up" />
      <span className="phrases min-w-0 flex-1 py-1 wrap-anywhere">{toast.text}</span>
      {toast.undo && (
        <Button
          size="small"
          onClick={() => {
            toast.undo?.();
            onGone();
          }}
        >
          {t('common.undo')}
        </Button>
      )}
      <IconButton size="small" icon={X} label={t('common.dismiss')} onClick={onGone} />
    </div>
  );
}

/** One for the whole app: contains the toasts and announces them politely. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const t = useT();
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const next = useRef(0);
  const region = useRef<HTMLElement>(null);
  const corner = useClearCorner(region, shown.length);
  const toasts = useMemo<Toasts>(
    () => ({
      show: (toast) => {
        next.current += 1;
        const id = next.current;
        setShown((before) => [
          ...before.filter((one) => !isSame(one, toast)).slice(1 - most),
          { ...toast, id },
        ]);
      },
    }),
    [],
  );
  return (
    <Context value={toasts}>
      {children}
      <section
        ref={region}
        {...toastRegion}
        aria-live="polite"
        aria-label={t('common.notifications')}
        className={cx(
          'pointer-events-none fixed z-60 flex w-90 max-w-[calc(100vw-2rem)] flex-col gap-2',
          places[corner],
        )}
      >
        {shown.map((toast) => (
          <ToastCard
            key={toast.id}
            toast={toast}
            onGone={() => setShown((before) => before.filter(({ id }) => id !== toast.id))}
          />
        ))}
      </section>
    </Context>
  );
}
