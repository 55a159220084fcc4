import { type DragEvent, useRef } from 'react';
import type { FileEntry } from '../../../../preload/contract/work/files.ts';
import { entryOf, isMovable } from './FileTable.tsx';
import { nothing, type Selection } from './selection.ts';

type Side = 'here' | 'there';

/** Ends the types of drags that began in this window: a row of another one may stand for a file of another system. */
const ofThisWindow = crypto.randomUUID();

/** Type of a drag of rows, as in `DataTransfer.types`. */
export const rowsOf = (side: Side): string => `application/x-compute-desk-${side}-${ofThisWindow}`;

/** Rows dragged from one pane to the other: both hold the same. */
export type Dragged = ReturnType<typeof useDragged>;

export function useDragged() {
  const taken = useRef<Selection>(nothing);
  return {
    /** Returns what makes rows of a pane go along with a drag: the selection that the row belongs to, or it alone. */
    from: (
      side: Side,
      pane: {
        readonly entries: readonly FileEntry[] | undefined;
        readonly selected: Selection;
        readonly folders: boolean;
      },
    ) => ({
      onDragStart(event: DragEvent) {
        const entry = entryOf(event, pane.entries);
        if (entry === undefined) return;
        if (!isMovable(entry, pane.folders)) return event.preventDefault();
        const { selected } = pane;
        taken.current = selected.has(entry.name) ? selected : new Map([[entry.name, entry]]);
        event.dataTransfer.setData(rowsOf(side), entry.name);
        event.dataTransfer.effectAllowed = 'copy';
      },
    }),
    /** What is dragged. */
    taken: (): Selection => taken.current,
  };
}
