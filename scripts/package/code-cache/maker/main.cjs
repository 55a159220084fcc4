// Run by the packed Electron: V8's cache is valid for the same V8 with the same settings, and Electron's main process
// has other settings than an Electron run as Node.js.
const { readFileSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');
const { app } = require('electron');

const { COMPUTE_DESK_CODE: list } = process.env;
for (const { source, cache } of JSON.parse(readFileSync(list, 'utf8'))) {
  writeFileSync(cache, new Script(readFileSync(source, 'utf8')).createCachedData());
}
app.exit(0);
