import { type DragEvent, useRef, useState } from 'react';

/** What is dragged are conversations of this window; nothing else reads it. */
const kind = 'application/x-compute-desk-conversations';

export function putIds(event: DragEvent, ids: readonly string[]): void {
  event.dataTransfer.setData(kind, JSON.stringify(ids));
  event.dataTransfer.effectAllowed = 'move';
}

function idsOf(event: DragEvent): string[] {
  const text = event.dataTransfer.getData(kind);
  if (text === '') return [];
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}

/** A place that takes conversations, and whether some hang over it. */
export function useDropOfConversations(onDrop: (ids: string[]) => void) {
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const move = (event: DragEvent, by: number) => {
    if (!event.dataTransfer.types.includes(kind)) return;
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
        if (!event.dataTransfer.types.includes(kind)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        const ids = idsOf(event);
        if (ids.length > 0) onDrop(ids);
      },
    },
  };
}

/** The same for files from outside the app. */
export function useDropOfFiles(onFiles: (files: File[]) => void) {
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const move = (event: DragEvent, by: number) => {
    if (!event.dataTransfer.types.includes('Files')) return;
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
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
