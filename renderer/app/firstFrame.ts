/** What the window looked like last, so that its first frame is drawn before main has answered. */
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
 * Shows, of the outlines in index.html, that of what the window begins with: it is painted while the app is still being
 * read. An address that leads elsewhere than the first screen gets none of that.
 */
export function outlineFirstFrame({ hash }: Location): void {
  const frame = rememberedFrame();
  if (frame !== 'start' || hash === '') document.documentElement.dataset.first = frame;
}
