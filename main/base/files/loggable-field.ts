import * as z from 'zod';
import { policyFile } from '../../../preload/contract/settings/policy-file.ts';
import { systemFile } from '../../../preload/contract/systems/system-file.ts';

/** Field names of system files and policies. */
const known: ReadonlySet<string> = new Set([...namesIn(systemFile), ...namesIn(policyFile)]);

function namesIn(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, part]) => [name, ...namesIn(part)]);
  }
  if (schema instanceof z.ZodArray) return namesIn(schema.element);
  if (schema instanceof z.ZodOptional) return namesIn(schema.unwrap());
  return schema instanceof z.ZodUnion ? schema.options.flatMap(namesIn) : [];
}

/**
 * Returns a field name for errors and the log. Names that our formats do not have are replaced: they may be any word of
 * a file chosen by mistake, even a secret.
 */
export function loggableField(name: string): string {
  return known.has(name) || /^\d{1,3}$/.test(name) ? name : '…';
}

/** Does the same for a whole path, `systems.0.name`. */
export function loggablePath(place: string): string {
  return place.split('.').map(loggableField).join('.');
}
