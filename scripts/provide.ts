import { type NeedName, needNames, provide } from './lanes/needs.ts';

// Installs what the lanes need: `node scripts/provide.mjs xvfb chromium`; without names, everything.
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(needNames as readonly string[]).includes(name));
if (unknown.length > 0) {
  console.error(`Not known: ${unknown.join(', ')}. Known: ${needNames.join(', ')}`);
  process.exit(2);
}
const missing = provide(asked.length > 0 ? (asked as NeedName[]) : needNames);
if (missing !== undefined) {
  console.error(`Missing: ${missing.names.join(', ')} (${missing.why})`);
  process.exitCode = 1;
}
