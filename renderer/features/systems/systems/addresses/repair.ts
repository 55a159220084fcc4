import type { AddressField } from '../../../../../preload/contract/systems/systems.ts';

/** Safe repairs of a pasted address: nothing else can have been meant. */
export const addressRepairs = ['scheme', 'query', 'status', 'endpoint'] as const;
export type AddressRepair = (typeof addressRepairs)[number];

/** Ends of paths that the app appends itself, by service. */
const ownEnds: Record<
  AddressField,
  { readonly ends: readonly string[]; readonly name: AddressRepair }
> = {
  webApi: { ends: ['/status'], name: 'status' },
  genai: { ends: ['/chat/completions', '/models'], name: 'endpoint' },
  // any of its addresses works as it is
  identityProvider: { ends: [], name: 'endpoint' },
};

export interface RepairedAddress {
  readonly text: string;
  readonly repairs: readonly AddressRepair[];
}

/**
 * Repairs an address as typed: adds `https://`, and removes the query, the fragment and what the app appends itself.
 * Text that is no address even then is returned as it is.
 */
export function repairAddress(field: AddressField, text: string): RepairedAddress {
  const unchanged = { text, repairs: [] };
  let whole = text.trim();
  const repairs: AddressRepair[] = [];
  if (!hasScheme(whole)) {
    if (!looksLikeHost(whole)) return unchanged;
    whole = `https://${whole}`;
    repairs.push('scheme');
  }
  if (!URL.canParse(whole)) return unchanged;
  // the address of a sign-in page keeps its query: only the realm in its path counts
  const cut = field === 'identityProvider' ? -1 : whole.search(/[?#]/);
  if (cut >= 0) {
    whole = whole.slice(0, cut);
    repairs.push('query');
  }
  const { ends, name } = ownEnds[field];
  const bare = whole.endsWith('/') ? whole.slice(0, -1) : whole;
  const end = ends.find((one) => bare.endsWith(one));
  if (end !== undefined) {
    whole = bare.slice(0, -end.length);
    repairs.push(name);
  }
  return repairs.length === 0 ? unchanged : { text: whole, repairs };
}

function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/** `api.example.org/status/`, `localhost:8443`; not a word, nor an address with a mistyped scheme. */
function looksLikeHost(text: string): boolean {
  const [host = ''] = text.split(/[/?#]/, 1);
  const [name = '', port] = host.split(':');
  if (/[\s@\\]/.test(text) || (port !== undefined && !/^\d+$/.test(port))) return false;
  return name === 'localhost' || /^[^.]+(?:\.[^.]+)+$/.test(name);
}
