import type { DragEvent } from 'react';
import { parseJson } from '../../../../../common/texts/json.ts';
import { useDrop } from '../../../../ui/index.ts';

/** Type of dragged conversations of this window; nothing else reads it. */
const kind = 'application/x-compute-desk-conversations';

export function setDraggedIds(event: DragEvent, ids: readonly string[]): void {
  event.dataTransfer.setData(kind, JSON.stringify(ids));
  event.dataTransfer.effectAllowed = 'move';
}

function idsOf(data: DataTransfer): string[] {
  const text = data.getData(kind);
  if (text === '') return [];
  const value: unknown = parseJson(text);
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}

/** Returns a drop target for conversations, and whether some hover over it. */
export function useDropOfConversations(onDrop: (ids: string[]) => void) {
  return useDrop(kind, (data) => {
    const ids = idsOf(data);
    if (ids.length > 0) onDrop(ids);
  });
}
