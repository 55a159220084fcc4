import { createHash } from 'node:crypto';
import { parseJson } from '../../../common/texts/json.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { ToolDefinition } from './define.ts';
import type { Subject } from './permissions.ts';

/** Of the app's own tools: they change with the app alone. */
const own = 'built-in';

/** Returns a SHA-256 of values, each bounded by its JSON. */
export function hashOf(...values: readonly Json[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}

/** Identifies server, name, description and schema of a tool. */
export function fingerprintOf({ origin, description, parameters }: ToolDefinition): string {
  if (origin === undefined) return own;
  const { identity, ownName, writes } = origin;
  return hashOf(identity, ownName, description, parameters, writes);
}

export const keyOf = (serverId: string | null, ownName: string): string =>
  JSON.stringify([serverId, ownName]);

/** Returns the server's id in a key; null for the app's own tools. */
export const serverOf = (key: string): unknown => (parseJson(key) as unknown[])[0];

export function subjectOf(tool: ToolDefinition): Subject {
  const { origin, name, approval, everyTime = false } = tool;
  return {
    key: keyOf(origin?.serverId ?? null, origin?.ownName ?? name),
    fingerprint: fingerprintOf(tool),
    writes: origin?.writes ?? everyTime,
    everyTime,
    initial: approval,
  };
}
