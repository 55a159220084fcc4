/** Calls `work` so many frames later. @returns what cancels it */
export function afterFrames(count: number, work: () => void): () => void {
  let frame = 0;
  const wait = (left: number): void => {
    if (left === 0) work();
    else frame = requestAnimationFrame(() => wait(left - 1));
  };
  wait(count);
  return () => cancelAnimationFrame(frame);
}
