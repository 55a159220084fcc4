import * as z from 'zod';
import { type Json, json } from '../../../preload/contract/shapes.ts';
import { hashOf } from '../tools/index.ts';
import { bounds, isTooDeep } from './bounds.ts';

/** What a server tells of a tool, as far as it is used. */
export const offeredTool = z.object({
  name: z.string().min(1).max(bounds.name),
  description: z.string().max(bounds.description).default(''),
  inputSchema: json,
  annotations: z.object({ readOnlyHint: z.boolean().optional() }).optional(),
});
export type OfferedTool = z.infer<typeof offeredTool>;

/** Returns the tools that keep to the bounds, each name once, and the number of the others. */
export function readTools(listed: readonly unknown[]): {
  readonly tools: OfferedTool[];
  readonly leftOut: number;
} {
  const tools = new Map<string, OfferedTool>();
  for (const one of listed) {
    if (tools.size === bounds.tools) break;
    const tool = readTool(one);
    // Of two with one name neither the user nor a model could say which.
    if (tool !== null && !tools.has(tool.name)) tools.set(tool.name, tool);
  }
  return { tools: [...tools.values()], leftOut: listed.length - tools.size };
}

function readTool(one: unknown): OfferedTool | null {
  if (isTooDeep(one)) return null;
  const parsed = offeredTool.safeParse(one);
  if (!parsed.success) return null;
  const { inputSchema } = parsed.data;
  const isObject = typeof inputSchema === 'object' && inputSchema !== null;
  if (!isObject || Array.isArray(inputSchema)) return null;
  return JSON.stringify(inputSchema).length > bounds.schema ? null : parsed.data;
}

export const parametersOf = ({ inputSchema }: OfferedTool): Json => inputSchema;

/** Longest name that services take. */
const longestName = 64;

/** Returns the name for models: unique, as the server's short name is, and of letters that services take. */
export function nameFor(slug: string, { name }: Pick<OfferedTool, 'name'>): string {
  const plain = `${slug}__${name.replace(/[^a-zA-Z0-9_-]/g, '_')}`;
  const isAsIs = plain === `${slug}__${name}` && plain.length <= longestName;
  return isAsIs ? plain : `${plain.slice(0, longestName - 9)}_${hashOf(name).slice(0, 8)}`;
}

/** Returns a short name that no other server has. */
export function slugFor(name: string, taken: readonly string[]): string {
  const plain =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 20)
      .replace(/^-|-$/g, '') || 'server';
  const others = new Set(taken);
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? plain : `${plain}-${number}`;
    if (!others.has(slug)) return slug;
  }
}
