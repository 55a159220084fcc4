import type { Message, Page } from '../../../../../preload/contract/chat/conversation.ts';

/** The branch on screen: a slot for every message, filled as far as fetched. */
export interface Branch {
  readonly slots: readonly (Message | undefined)[];
  /** For each message with alternatives: all of them by creation, itself included. */
  readonly siblings: Readonly<Record<string, readonly string[]>>;
  /** For each answer requested from several models at once: one per model, itself included. */
  readonly together: Readonly<Record<string, readonly string[]>>;
  /** For each regenerated one of those: all of them by creation. */
  readonly again: Readonly<Record<string, readonly string[]>>;
}

export const emptyBranch: Branch = { slots: [], siblings: {}, together: {}, again: {} };

/** Fills in a fetched page. */
export function withPage(branch: Branch, page: Page): Branch {
  const slots = [...branch.slots];
  page.messages.forEach((message, index) => {
    slots[page.start + index] = message;
  });
  return {
    slots,
    siblings: { ...branch.siblings, ...page.siblings },
    together: { ...branch.together, ...page.together },
    again: { ...branch.again, ...page.again },
  };
}

/** Returns the end of a branch, with the fetched messages of the previous branch that both share. */
export function mergeBranch(before: Branch, end: Page): Branch {
  const [first] = end.messages;
  const shared = first !== undefined && before.slots[end.start - 1]?.id === first.parentId;
  const slots: (Message | undefined)[] = Array.from({ length: end.total });
  if (shared) {
    before.slots.slice(0, end.start).forEach((slot, index) => {
      slots[index] = slot;
    });
  }
  const { siblings, together, again } = shared ? before : emptyBranch;
  return withPage({ slots, siblings, together, again }, end);
}

/** Without these messages: what stood below one stands below what was above it. */
export function withoutMessages(branch: Branch, removed: readonly string[]): Branch {
  const gone = new Set(removed);
  const slots: (Message | undefined)[] = [];
  for (const slot of branch.slots) {
    if (slot !== undefined && gone.has(slot.id)) continue;
    const above = slots.at(-1);
    const parentId = slots.length === 0 ? null : (above?.id ?? slot?.parentId ?? null);
    slots.push(slot === undefined ? slot : { ...slot, parentId, depth: slots.length });
  }
  return { ...branch, slots };
}

/** Applies an added or completely changed message; one of another branch only changes counts. */
export function withMessage(branch: Branch, message: Message): Branch {
  const { slots, siblings, together, again } = branch;
  const there = slots[message.depth];
  if (there?.id === message.id) {
    return { ...branch, slots: slots.with(message.depth, message) };
  }
  const parent = message.depth === 0 ? null : slots[message.depth - 1];
  if (message.depth === slots.length && (parent?.id ?? null) === message.parentId) {
    return { ...branch, slots: [...slots, message] };
  }
  if (there !== undefined && there.parentId === message.parentId) {
    const known = siblings[there.id] ?? [there.id];
    if (known.includes(message.id)) return branch;
    const beside = together[there.id] ?? [there.id];
    return {
      slots,
      again,
      siblings: { ...siblings, [there.id]: [...known, message.id] },
      together: isTogether(there, message)
        ? { ...together, [there.id]: [...beside, message.id] }
        : together,
    };
  }
  return branch;
}

/** Whether answers of several models belong to one request: they were requested at the same moment. */
function isTogether(one: Message, other: Message): boolean {
  return (
    one.role === 'assistant' &&
    other.role === 'assistant' &&
    one.createdAt === other.createdAt &&
    one.model !== other.model
  );
}
