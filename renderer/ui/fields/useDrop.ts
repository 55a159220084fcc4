import { type DragEvent, useRef, useState } from 'react';

/**
 * Handles drops anywhere on an element.
 * @param types Types of a drag, as in `DataTransfer.types`, of which it needs one: `Files`.
 * @param onDrop `taken`: a descendant has already handled it.
 */
export function useDrop(
  types: string | readonly string[],
  onDrop: (data: DataTransfer, taken: boolean) => void,
) {
  // dragenter and dragleave also come from descendants; only the balance tells
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const carries = (event: DragEvent) =>
    event.dataTransfer.types.some((type) => [types].flat().includes(type));
  const move = (event: DragEvent, by: number) => {
    if (!carries(event)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return {
    over,
    drop: {
      onDragEnter: (event: DragEvent) => move(event, 1),
      onDragLeave: (event: DragEvent) => move(event, -1),
      onDragOver: (event: DragEvent) => move(event, 0),
      onDrop(event: DragEvent) {
        depth.current = 0;
        setOver(false);
        if (!carries(event)) return;
        const taken = event.defaultPrevented;
        event.preventDefault();
        onDrop(event.dataTransfer, taken);
      },
    },
  };
}
