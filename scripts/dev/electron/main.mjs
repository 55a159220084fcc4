// The app of `npm run dev -- --electron`: the built one, with its page from the page's server. Shipped code has neither
// this folder nor any way to another page.
import { app } from 'electron';
import { answerFrom } from './page.mjs';

const { COMPUTE_DESK_DEV_PAGE: address } = process.env;
// the app's child processes do not need it
delete process.env.COMPUTE_DESK_DEV_PAGE;
if (app.isPackaged || address === undefined) {
  process.stderr.write('this is started by npm run dev -- --electron\n');
  process.exit(2);
}

const answer = answerFrom(address);
app.on('session-created', ({ protocol }) => {
  // how the app serves its page (main/hosts/electron/scheme.ts)
  const register = protocol.registerBufferProtocol.bind(protocol);
  protocol.registerBufferProtocol = (scheme, handler) =>
    scheme === 'app' ? protocol.handle(scheme, answer) : register(scheme, handler);
});

// Awaited, so that `ready` waits for what the app must set before it.
await import(new URL('../../../dist/main/electron.js', import.meta.url).href);
