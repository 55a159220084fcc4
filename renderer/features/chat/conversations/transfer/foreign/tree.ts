import type { Note } from './draft.ts';

/** A node of an unvalidated tree. */
export interface TreeNode<M> {
  readonly id: string;
  readonly parentId: string | null;
  /** Null: no message for people; its children belong to its parent. */
  readonly message: M | null;
}

export interface Arranged<M> {
  readonly message: M;
  readonly id: string;
  readonly parentId: string | null;
}

/**
 * Orders nodes, parents first, and numbers the messages. None is lost: a node without its parent, and one node of each
 * circle, begins a branch and is noted. Linear in the nodes.
 */
export function arrange<M>(nodes: readonly TreeNode<M>[]): {
  messages: Arranged<M>[];
  /** Maps node ids to message ids, also for nodes that are no messages. */
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
  // unreached nodes are in circles, or below one
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

/** Follows parents from a node without a root; returns the first node that repeats. */
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

/** Removes the suffix that distinguishes rounds. */
function shown(id: string): string {
  return id.split('\u0000')[0] ?? id;
}
