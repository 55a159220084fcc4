import type { PowerMonitor } from 'electron';
import type { Host, Log } from '../../../host.ts';
import { createScreenLock, type ScreenLock } from './screen-lock.ts';

type Power = Required<Pick<Host, 'onComputerLocked' | 'onSleep' | 'onScreenLocked'>>;

/** Sleep by Electron everywhere; locks by Electron, which tells of none on Linux, and there by the login manager. */
export function createPower(monitor: PowerMonitor, log: Log): Power {
  const screenLock = ofLoginManager(log);
  return {
    onComputerLocked(listener) {
      monitor.on('lock-screen', listener);
      monitor.on('suspend', listener);
      const unfollow = screenLock?.onLocking(listener);
      return () => {
        monitor.off('lock-screen', listener);
        monitor.off('suspend', listener);
        unfollow?.();
      };
    },
    onSleep(listener) {
      const [sleeps, wakes] = [() => listener(true), () => listener(false)];
      monitor.on('suspend', sleeps);
      monitor.on('resume', wakes);
      return () => {
        monitor.off('suspend', sleeps);
        monitor.off('resume', wakes);
      };
    },
    onScreenLocked(listener) {
      const [locks, unlocks] = [() => listener(true), () => listener(false)];
      monitor.on('lock-screen', locks);
      monitor.on('unlock-screen', unlocks);
      const unfollow = screenLock?.onLocked(listener);
      return () => {
        monitor.off('lock-screen', locks);
        monitor.off('unlock-screen', unlocks);
        unfollow?.();
      };
    },
  };
}

function ofLoginManager(log: Log): ScreenLock | null {
  const user = process.platform === 'linux' ? process.getuid?.() : undefined;
  return user === undefined ? null : createScreenLock({ env: process.env, user, log });
}
