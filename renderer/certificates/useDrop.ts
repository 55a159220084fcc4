import { type DragEvent, useRef, useState } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Takes files that are dropped anywhere on an element. A drop zone within takes its own. */
export function useDrop(onFiles: (files: readonly File[]) => void) {
  // dragenter and dragleave also come from what lies inside; only the balance tells
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const move = (event: DragEvent, by: number) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return {
    over,
    handlers: {
      onDragEnter: (event: DragEvent) => move(event, 1),
      onDragLeave: (event: DragEvent) => move(event, -1),
      onDragOver: (event: DragEvent) => move(event, 0),
      onDrop: (event: DragEvent) => {
        depth.current = 0;
        setOver(false);
        if (event.defaultPrevented || !hasFiles(event)) return;
        event.preventDefault();
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      },
    },
  };
}
