/** The web host in a process of its own, to be attacked; prints its address as the app does. */

import { startStubHost } from './web-host.ts';

const [folder = ''] = process.argv.slice(2);
const { url } = await startStubHost({ folder });
process.stdout.write(`Compute Desk ready: ${url}\n`);
