import type { RunProgram } from '../host.ts';
import { PolicyFault } from './fault.ts';
import { readPolicyFile } from './file.ts';
import { parsePolicy, textOfPolicy } from './read.ts';

/**
 * Managed preferences of macOS as the value that a file of a policy would have; null where there are none. They are a
 * property list, of which `plutil` makes JSON. @throws PolicyFault
 */
export async function readPreferences(path: string, run: RunProgram): Promise<unknown> {
  const bytes = await readPolicyFile({ path, owners: [0], ownFolder: true });
  if (bytes === null) return null;
  const { code, stdout } = await run('plutil', ['-convert', 'json', '-o', '-', '--', path]);
  if (code !== 0) throw new PolicyFault('unreadable');
  const value = parsePolicy(textOfPolicy(stdout));
  if (typeof value !== 'object' || value === null) throw new PolicyFault('shape');
  // what the profile says of itself
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith('Payload')));
}
