import type { EventEmitter } from 'node:events';
import type { PowerMonitor } from 'electron';
import type { Host, Log } from '../../../base/host.ts';
import { createScreenLock, type ScreenLock } from './screen-lock.ts';

type Power = Required<Pick<Host, 'onComputerLocked' | 'onSleep' | 'onScreenLocked'>>;

type PowerEvent = 'lock-screen' | 'unlock-screen' | 'suspend' | 'resume';

/**
 * Sleep from Electron everywhere; locks from Electron, except on Linux, where it reports none and the login manager
 * does.
 */
export function createPower(monitor: PowerMonitor, log: Log): Power {
  const screenLock = ofLoginManager(log);
  const hear = (heard: Partial<Record<PowerEvent, () => void>>, unfollow?: () => void) => {
    const emitter: EventEmitter = monitor;
    for (const [event, listener] of Object.entries(heard)) emitter.on(event, listener);
    return () => {
      for (const [event, listener] of Object.entries(heard)) emitter.off(event, listener);
      unfollow?.();
    };
  };
  return {
    onComputerLocked: (listener) =>
      hear({ 'lock-screen': listener, suspend: listener }, screenLock?.onLocking(listener)),
    onSleep: (listener) => hear({ suspend: () => listener(true), resume: () => listener(false) }),
    onScreenLocked: (listener) =>
      hear(
        { 'lock-screen': () => listener(true), 'unlock-screen': () => listener(false) },
        screenLock?.onLocked(listener),
      ),
  };
}

function ofLoginManager(log: Log): ScreenLock | null {
  const user = process.platform === 'linux' ? process.getuid?.() : undefined;
  return user === undefined ? null : createScreenLock({ env: process.env, user, log });
}
