import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../toolchain.mjs';

/** Documents that an administrator needs to set a policy without the sources. */
const documents = [
  'docs/policy.md',
  'docs/policy.schema.json',
  'docs/system-file.md',
  'docs/system-file.schema.json',
  'docs/rollout.md',
  'docs/packages.md',
];

/** Copies policy templates, schemas and their documents into a new folder. */
export function copyPolicy(folder: string): void {
  cpSync(join(root, 'assets/policy'), folder, { recursive: true });
  for (const file of documents) cpSync(join(root, file), join(folder, basename(file)));
}
