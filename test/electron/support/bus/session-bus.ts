import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface SessionBus {
  /** As programs find it, in DBUS_SESSION_BUS_ADDRESS. */
  readonly address: string;
  /** The path of its socket. */
  readonly path: string;
  close(): Promise<void>;
}

/**
 * A message bus of no other desktop; the app's user is let in as well.
 * @param ways in which programs may say who they are
 */
export async function startSessionBus(
  ways: readonly ('ANONYMOUS' | 'EXTERNAL')[] = ['ANONYMOUS'],
): Promise<SessionBus> {
  const folder = mkdtempSync(join(tmpdir(), 'compute-desk-bus-'));
  const path = join(folder, 'bus');
  const config = join(folder, 'bus.conf');
  writeFileSync(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
     <busconfig><type>session</type><listen>unix:path=${path}</listen>${ways.map((way) => `<auth>${way}</auth>`).join('')}<allow_anonymous/>
     <policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/>
     <allow eavesdrop="true"/></policy>
     </busconfig>`,
  );
  chmodSync(folder, 0o755);
  const args = [`--config-file=${config}`, '--nofork', '--nopidfile', '--print-address'];
  const daemon = spawn('dbus-daemon', args, {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(daemon, 'exit');
  const end = (): void => void daemon.kill();
  process.once('exit', end);
  await Promise.race([
    once(createInterface({ input: daemon.stdout }), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`dbus-daemon ended with ${code}`))),
  ]);
  return {
    ...{ path, address: `unix:path=${path}` },
    async close() {
      process.off('exit', end);
      end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
