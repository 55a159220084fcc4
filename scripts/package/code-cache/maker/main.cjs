// Run by the Electron that is packed: what V8 makes of code is good for the same V8 with the same settings, and those of
// Electron's main process are others than those of an Electron that is run as a Node.js.
const { readFileSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');
const { app } = require('electron');

const { COMPUTE_DESK_CODE: list } = process.env;
for (const { source, cache } of JSON.parse(readFileSync(list, 'utf8'))) {
  writeFileSync(cache, new Script(readFileSync(source, 'utf8')).createCachedData());
}
app.exit(0);
