import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The user's certificate file that the demo made at its first start in this data folder, and its passphrase. */
export function demoCertificate(dataFolder: string): { path: string; passphrase: string } {
  const folder = join(dataFolder, 'demo', 'certificates');
  return {
    path: join(folder, 'demo-user.p12'),
    passphrase: readFileSync(join(folder, 'demo-user.passphrase.txt'), 'utf8').trim(),
  };
}
