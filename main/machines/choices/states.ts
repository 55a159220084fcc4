import type { MachineState } from '../../../preload/contract/machines/machines.ts';

/**
 * Words that real deployments use (design, section 4), by meaning. The spec names no values; the raw string is always
 * shown beside this reading of it.
 */
const maintenance = ['maintenance', 'maint', 'maintaining', 'メンテナンス', '保守'];
const degraded = [
  'degraded',
  'partial',
  'partially',
  'partly',
  'impaired',
  'limited',
  'warning',
  'warn',
  '縮退',
  '一部',
];
const down = [
  'ng',
  'down',
  'unavailable',
  'offline',
  'inactive',
  'outage',
  'stopped',
  'closed',
  'halted',
  'error',
  'failed',
  'failure',
  'fault',
  'faulty',
  'dead',
  'unhealthy',
  'nonoperational',
  '停止',
  '障害',
  '故障',
];
const up = [
  'ok',
  'okay',
  'up',
  'active',
  'operational',
  'available',
  'online',
  'running',
  'ready',
  'normal',
  'healthy',
  'good',
  'operating',
  'idle',
  '正常',
  '稼働',
  '運用中',
];
const negations = ['not', 'no', 'non'];

/** Returns the meaning of a raw status in any case; `unknown` if no rule matches. */
export function readState(status: string): MachineState {
  const spaced = status.normalize('NFKC').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  const text = spaced.toLowerCase();
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const has = (list: readonly string[]): boolean =>
    list.some((entry) => (isJapanese(entry) ? text.includes(entry) : words.includes(entry)));
  // "Down for maintenance" is maintenance, "partial outage" degraded, "not available" down.
  if (has(maintenance)) return 'maintenance';
  if (has(degraded)) return 'degraded';
  if (has(negations)) return has(up) ? 'down' : 'unknown';
  if (has(down)) return 'down';
  if (has(up)) return 'up';
  return 'unknown';
}

/** Japanese is written without spaces between words. */
function isJapanese(entry: string): boolean {
  return /[^\p{ASCII}]/u.test(entry);
}
