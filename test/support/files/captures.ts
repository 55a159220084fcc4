import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../shared/wire/llama-server/', import.meta.url));

/** Real answers of an OpenAI-compatible server, beside the repository; absent in a plain clone. */
export const capturesPresent = existsSync(folder);
if (!capturesPresent) console.log(`skipped: no wire captures at ${folder}`);

export function capture(name: string): Buffer {
  return readFileSync(`${folder}${name}`);
}

/** Names of the captures that end in `suffix`, for example `.sse`. */
export function captureNames(suffix: string): string[] {
  return capturesPresent ? readdirSync(folder).filter((name) => name.endsWith(suffix)) : [];
}
