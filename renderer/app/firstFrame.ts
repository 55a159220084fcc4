/** The window's last layout, so that its first frame is drawn before main has answered. */
export type FirstFrame = 'start' | 'frame' | 'folded';

const memory = 'compute-desk-frame';

export function rememberedFrame(): FirstFrame {
  const stored = localStorage.getItem(memory);
  return stored === 'frame' || stored === 'folded' ? stored : 'start';
}

export function rememberFrame(frame: FirstFrame): void {
  localStorage.setItem(memory, frame);
}

/**
 * Shows the outline in index.html for the window's first content: it is painted while the app still loads. An address
 * that leads to another screen shows none.
 */
export function outlineFirstFrame({ hash }: Location): void {
  const frame = rememberedFrame();
  if (frame !== 'start' || hash === '') document.documentElement.dataset.first = frame;
}
