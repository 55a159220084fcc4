/**
 * Loaded before a program (`--import`): measures for how long its main thread was at work without a pause. In CPU
 * time, because on a busy machine any thread waits for its turn. The parent asks with `read`, which starts anew.
 */

let most = 0;
let before = process.threadCpuUsage();

const look = (): void => {
  const { user, system } = process.threadCpuUsage();
  most = Math.max(most, user + system - before.user - before.system);
  before = { user, system };
};
setInterval(look, 1).unref();

process.on('message', (message) => {
  if (message !== 'read') return;
  look();
  process.send?.({ held: most / 1000 });
  most = 0;
  before = process.threadCpuUsage();
});
process.channel?.unref();
