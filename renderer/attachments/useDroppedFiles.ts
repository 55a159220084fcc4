import { useEffect, useRef, useState } from 'react';

const hasFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') === true;

/** Takes files dropped anywhere in the window while the screen is mounted. Returns whether some hover. */
export function useDroppedFiles(onDrop: (data: DataTransfer) => void, enabled: boolean): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useEffect(() => {
    if (!enabled) return;
    // dragenter and dragleave also come from descendants; only the balance tells
    let depth = 0;
    const stops = new AbortController();
    const listen = (name: 'dragenter' | 'dragleave' | 'dragover' | 'drop', by: number) => {
      // capture: run before the handler that refuses stray drops
      const options = { capture: true, signal: stops.signal };
      window.addEventListener(
        name,
        (event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          depth = name === 'drop' ? 0 : Math.max(0, depth + by);
          setOver(depth > 0);
          if (event.dataTransfer === null) return;
          if (name === 'drop') latest.current(event.dataTransfer);
          else event.dataTransfer.dropEffect = 'copy';
        },
        options,
      );
    };
    listen('dragenter', 1);
    listen('dragleave', -1);
    listen('dragover', 0);
    listen('drop', 0);
    return () => {
      stops.abort();
      setOver(false);
    };
  }, [enabled]);
  return over;
}
