import type { AddressField } from '../../../../../preload/contract/systems/systems.ts';

/** What an address may be of: a service, or the portal where keys are made. */
export type AddressKind = AddressField | 'portal';

const portalWords = ['portal', 'keys', 'api-keys', 'apikeys', 'usage'];

/** Returns what an address says of itself by its host and path; null if it says nothing. */
export function kindOfAddress(text: string): AddressKind | null {
  if (!URL.canParse(text)) return null;
  const { hostname, pathname, hash } = new URL(text);
  const parts = `${pathname}${hash.replace('#', '/')}`.toLowerCase().split('/').filter(Boolean);
  if (parts.includes('realms')) return 'identityProvider';
  const last = parts.at(-1) ?? '';
  if (last === 'status') return 'webApi';
  if (['v1', 'models', 'completions'].includes(last)) return 'genai';
  const names = [...parts, hostname.split('.')[0] ?? ''];
  return names.some((name) => portalWords.includes(name)) ? 'portal' : null;
}

/** First labels of hosts that name a service rather than the system. */
const serviceLabels = /^(?:api|webapi|web|www|ai|genai|llm|idp|auth|portal|status|login)\d*$/;

/** Returns a name for the system from the host of its address: `Alpha` for `api.alpha.example.org`; or an empty text. */
export function systemNameOf(text: string): string {
  if (!URL.canParse(text)) return '';
  const { hostname } = new URL(text);
  if (hostname === '' || /^[\d.]+$|^\[/.test(hostname)) return hostname;
  const labels = hostname.split('.');
  const at = labels.length > 2 && serviceLabels.test(labels[0] ?? '') ? 1 : 0;
  const name = labels[at] ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1);
}
