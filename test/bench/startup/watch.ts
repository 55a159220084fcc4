/** Runs in the page: tells the first paint, and the frame in which there is something and none of it is inert. */
export function watch(): void {
  const times: { paint?: number; usable?: number } = {};
  const note = (what: 'paint' | 'usable', at: number): void => {
    times[what] ??= performance.timeOrigin + at;
    if (times.paint === undefined || times.usable === undefined) return;
    const { tellTimes } = globalThis as unknown as { tellTimes?: (payload: string) => void };
    tellTimes?.(JSON.stringify(times));
  };
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      if (name === 'first-contentful-paint') note('paint', startTime);
    }
  }).observe({ type: 'paint', buffered: true });
  const look = (): void => {
    const root = document.getElementById('root');
    if (root?.firstElementChild && root.querySelector('[inert]') === null) {
      note('usable', performance.now());
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
