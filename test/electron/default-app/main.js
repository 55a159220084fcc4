// Starts the app whose folder stands on the command line, as the default app of a plain Electron does;
// the test runtime came without one.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const given = process.argv.slice(1).find((argument) => !argument.startsWith('-'));
if (given === undefined) {
  process.stderr.write('usage: electron FOLDER\n');
  process.exit(2);
}
const folder = resolve(given);
const { main, name, productName, version } = JSON.parse(
  readFileSync(join(folder, 'package.json'), 'utf8'),
);
app.setAppPath(folder);
app.setName(productName ?? name);
app.setVersion(version);
// Awaited, so that `ready` waits for what the app must say before it.
await import(pathToFileURL(join(folder, main)).href);
