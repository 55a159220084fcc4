import type { TreeNode } from '../../../../../preload/contract/chat/conversation.ts';

/** Height of a row, pixels. */
export const rowHeight = 30;

/** One message in the drawing. */
export interface TreeRow {
  readonly node: TreeNode;
  /** Column of its dot. Lines of all lanes further left run past it. */
  readonly lane: number;
  /** Its line comes from the lane left of it, not from above. */
  readonly turnsOff: boolean;
  /** A line continues below it, to the next message in its lane. */
  readonly goesOn: boolean;
  /** On the conversation's visible branch. */
  readonly current: boolean;
}

export interface TreeLayout {
  readonly rows: readonly TreeRow[];
  readonly lanes: number;
  /** Number of branch ends. */
  readonly branches: number;
}

/**
 * Orders the messages for drawing, one per row. Of each message's versions the one on the visible branch (else the
 * newest) continues straight; the others come before it, one lane to the right. So the visible branch runs down the
 * first lane, and at a row in lane n exactly the lines 0 to n - 1 run past. Iterative: a conversation may be thousands
 * of messages deep.
 */
export function layOut(nodes: readonly TreeNode[], leafId: string | null): TreeLayout {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const children = new Map<string | null, TreeNode[]>();
  for (const node of nodes) {
    const parent = node.parentId !== null && byId.has(node.parentId) ? node.parentId : null;
    const list = children.get(parent);
    if (list === undefined) children.set(parent, [node]);
    else list.push(node);
  }
  const current = new Set<string>();
  for (let at = leafId === null ? undefined : byId.get(leafId); at !== undefined; ) {
    if (current.has(at.id)) break;
    current.add(at.id);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }

  const rows: TreeRow[] = [];
  let lanes = 1;
  let branches = 0;
  const stack: { node: TreeNode; lane: number; turnsOff: boolean }[] = [];
  const push = (parent: string | null, lane: number): boolean => {
    const list = children.get(parent) ?? [];
    const straight = list.find(({ id }) => current.has(id)) ?? list.at(-1);
    if (straight === undefined) return false;
    // last in, first out
    stack.push({ node: straight, lane, turnsOff: false });
    for (const node of list.toReversed()) {
      if (node !== straight) stack.push({ node, lane: lane + 1, turnsOff: true });
    }
    return true;
  };
  push(null, 0);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, lane, turnsOff } = next;
    lanes = Math.max(lanes, lane + 1);
    const goesOn = push(node.id, lane);
    if (!goesOn) branches += 1;
    rows.push({ node, lane, turnsOff, goesOn, current: current.has(node.id) });
  }
  return { rows, lanes, branches };
}
