import type { RunProgram } from '../host.ts';
import { PolicyFault } from './fault.ts';
import { readPolicyFile } from './file.ts';
import { parsePolicy, textOfPolicy } from './read.ts';

/**
 * Reads managed preferences of macOS into the value that a policy file would have; null if there are none. `plutil`
 * converts the property list to JSON. @throws PolicyFault
 */
export async function readPreferences(path: string, run: RunProgram): Promise<unknown> {
  const bytes = await readPolicyFile({ path, owners: [0], ownFolder: true });
  if (bytes === null) return null;
  const { code, stdout } = await run('plutil', ['-convert', 'json', '-o', '-', '--', path]);
  if (code !== 0) throw new PolicyFault('unreadable');
  const value = parsePolicy(textOfPolicy(stdout));
  if (typeof value !== 'object' || value === null) throw new PolicyFault('shape');
  // metadata of the profile
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith('Payload')));
}
