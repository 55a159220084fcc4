import * as z from 'zod';
import { policyFile } from '../../../preload/contract/settings/policy-file.ts';
import { systemFile } from '../../../preload/contract/systems/system-file.ts';

/** Names of fields that system files and policies have. */
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
 * A name in the place of a field of somebody's file, for errors and the log: another than those of our formats may be
 * any word of a file that was chosen by mistake, a secret too.
 */
export function knownName(name: string): string {
  return known.has(name) || /^\d{1,3}$/.test(name) ? name : '…';
}

/** The same of a whole place, `systems.0.name`. */
export function knownPlace(place: string): string {
  return place.split('.').map(knownName).join('.');
}
