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
