import { readFileSync, readlinkSync } from 'node:fs';

/** A field of a process's `/proc/…/status`, its first word; undefined where it has none. Linux only. */
export function statusOf(pid: number, field: string): string | undefined {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return new RegExp(`^${field}:\\s*(\\S+)`, 'm').exec(status)?.[1];
}

/** The number of the user whose process it is. Linux only. */
export function ownerOf(pid: number): number {
  return Number(statusOf(pid, 'Uid'));
}

/** Which namespace of this kind a process is in (namespaces(7)). Linux only. */
export function namespaceOf(pid: number, kind: 'user' | 'net' | 'pid'): string {
  return readlinkSync(`/proc/${pid}/ns/${kind}`);
}
