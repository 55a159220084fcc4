import type { Note } from './draft.ts';

/** A node of a tree that is not known to be one. */
export interface TreeNode<M> {
  readonly id: string;
  readonly parentId: string | null;
  /** Null: no message for people; its children hang on its parent. */
  readonly message: M | null;
}

export interface Arranged<M> {
  readonly message: M;
  readonly id: string;
  readonly parentId: string | null;
}

/**
 * Orders nodes, parents first, and numbers those that are messages. None is lost: one whose parent is not
 * there, and one of each circle, begins a branch and is noted. Linear in the nodes.
 */
export function arrange<M>(nodes: readonly TreeNode<M>[]): {
  messages: Arranged<M>[];
  /** From the ids of the nodes to those of the messages, also for nodes that are none. */
  ids: ReadonlyMap<string, string | null>;
  notes: Note[];
} {
  const notes: Note[] = [];
  const known = new Map<string, TreeNode<M>>();
  const twice: TreeNode<M>[] = [];
  for (const node of nodes) {
    if (known.has(node.id)) twice.push(node);
    else known.set(node.id, node);
  }
  const moved = (node: TreeNode<M>) => {
    if (node.message !== null)
      notes.push({ kind: 'message', name: shown(node.id), reason: 'moved' });
  };
  const children = new Map<string, TreeNode<M>[]>();
  const roots: TreeNode<M>[] = [];
  for (const node of known.values()) {
    if (node.parentId === null) roots.push(node);
    else if (!known.has(node.parentId)) {
      moved(node);
      roots.push(node);
    } else {
      const siblings = children.get(node.parentId) ?? [];
      siblings.push(node);
      children.set(node.parentId, siblings);
    }
  }
  const ids = new Map<string, string | null>();
  const messages: Arranged<M>[] = [];
  const walk = (root: TreeNode<M>, above: string | null) => {
    const queue = [{ node: root, above }];
    for (let at = 0; at < queue.length; at += 1) {
      const next = queue[at];
      if (next === undefined || ids.has(next.node.id)) continue;
      const { id, message } = next.node;
      let own = next.above;
      if (message !== null) {
        own = `m${messages.length + 1}`;
        messages.push({ message, id: own, parentId: next.above });
      }
      ids.set(id, own);
      for (const child of children.get(id) ?? []) queue.push({ node: child, above: own });
    }
  };
  for (const root of roots) walk(root, null);
  // what was not reached goes in circles, or hangs on one
  for (const node of known.values()) {
    if (ids.has(node.id)) continue;
    const start = inCircle(known, node, ids);
    moved(start);
    walk(start, null);
  }
  for (const node of twice) {
    if (node.message === null) continue;
    const own = `m${messages.length + 1}`;
    const above = node.parentId === null ? null : (ids.get(node.parentId) ?? null);
    messages.push({ message: node.message, id: own, parentId: above });
  }
  return { messages, ids, notes };
}

/** Up from a node that hangs on no root: the first that comes twice. */
function inCircle<M>(
  known: ReadonlyMap<string, TreeNode<M>>,
  from: TreeNode<M>,
  done: ReadonlyMap<string, unknown>,
): TreeNode<M> {
  const seen = new Set<string>();
  let at = from;
  while (!seen.has(at.id)) {
    seen.add(at.id);
    const above = at.parentId === null ? undefined : known.get(at.parentId);
    if (above === undefined || done.has(above.id)) return at;
    at = above;
  }
  return at;
}

/** Without what was put to it to tell rounds apart. */
function shown(id: string): string {
  return id.split('\u0000')[0] ?? id;
}
