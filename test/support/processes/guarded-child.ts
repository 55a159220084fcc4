import { startGuarded } from '../../../main/chat/tool-servers/guard.ts';

/** Starts a program as a tool server is started, and waits to be killed. */
const code = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  process.on('SIGTERM', () => {});
  process.stdin.on('data', () => {});
  console.log(JSON.stringify([process.pid, child.pid]));
  setInterval(() => {}, 1000);
`;
const program = startGuarded({
  file: process.execPath,
  arguments: ['-e', code],
  folder: process.cwd(),
  environment: {},
});
program.output.pipe(process.stdout);
