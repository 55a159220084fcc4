import { useEffect, useState } from 'react';
import type { ProxyInput } from '../../../../../preload/contract/systems/proxy.ts';
import {
  type AddressField,
  type Authority,
  defaultRealmPath,
  type FoundProvider,
} from '../../../../../preload/contract/systems/systems.ts';
import type { Client } from '../../../../client/index.ts';
import { toProblem, useClient } from '../../../../kit/index.ts';
import { type AddressKind, kindOfAddress } from './kind.ts';
import { type AddressRepair, repairAddress } from './repair.ts';

/** Debounce before the text is validated, and before the network is contacted, ms. */
const rest = { judge: 150, reach: 600 };

/** What is known of an address, as it would be used. */
export type AddressState =
  | { readonly kind: 'checking'; readonly host: string }
  /** It cannot be used as typed; `fix` says what would make it usable. */
  | {
      readonly kind: 'unusable';
      readonly problem: string;
      readonly fix: { readonly repair: AddressRepair | 'https'; readonly text: string } | null;
    }
  /** Another scheme is spoken there, by this computer's own server. */
  | { readonly kind: 'scheme'; readonly speaks: 'http' | 'https' }
  | { readonly kind: 'good'; readonly host: string; readonly usedAs: string | null }
  /** Not such a service; `belongs` says whose address it may be. */
  | { readonly kind: 'odd'; readonly host: string; readonly belongs: AddressKind | null }
  | {
      readonly kind: 'silent';
      readonly host: string;
      readonly problem: ReturnType<typeof toProblem> | null;
      readonly belongs: AddressKind | null;
    };

/** An address that the user must change before it can be saved. */
export function isMistake(state: AddressState | undefined): boolean {
  return state?.kind === 'unusable' || state?.kind === 'scheme';
}

interface Watched {
  readonly field: AddressField;
  readonly text: string;
  /** False for a text whose repairs the user has undone. */
  readonly repairs: boolean;
  readonly authorities: readonly Authority[];
  readonly proxy: ProxyInput | undefined;
  readonly systemId: string | undefined;
  readonly onProvider: (text: string, provider: FoundProvider) => void;
}

/** Returns the live check of an address: its parsed form, then whether such a service answers there. */
export function useAddress(watched: Watched): AddressState | undefined {
  const { field, text, repairs, authorities, proxy, systemId, onProvider } = watched;
  const client = useClient();
  const [state, setState] = useState<AddressState>();

  useEffect(() => {
    if (text.trim() === '') return setState(undefined);
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: AddressState) => current && setState(next);
    const wait = (milliseconds: number) =>
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds);
      });

    const run = async () => {
      await wait(rest.judge);
      const repaired = repairAddress(field, text);
      const used = repairs ? repaired.text : text;
      const check = await client.call('systems.checkAddress', { field, text: used });
      if (check.address === null) {
        const problem = check.problem ?? 'not-a-url';
        const [repair] = repaired.repairs;
        if (problem === 'not-https' && /^http:/i.test(used.trim())) {
          const secure = used.trim().replace(/^http:/i, 'https:');
          return show({ kind: 'unusable', problem, fix: { repair: 'https', text: secure } });
        }
        const fix = repair === undefined || repairs ? null : { repair, text: repaired.text };
        return show({ kind: 'unusable', problem, fix });
      }
      show({ kind: 'checking', host: new URL(check.address).host });
      await wait(rest.reach);
      const result = await reachOf(client, {
        ...{ field, used, authorities, proxy, systemId },
        address: check.address,
      });
      if (current && result.provider !== null) onProvider(text, result.provider);
      show(result.state);
    };

    run().catch((error: unknown) => {
      show({ kind: 'silent', host: '', problem: toProblem(error), belongs: null });
    });
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [client, field, text, repairs, authorities, proxy, systemId, onProvider]);

  return state;
}

async function reachOf(
  client: Client,
  asked: {
    readonly field: AddressField;
    readonly used: string;
    readonly address: string;
    readonly authorities: readonly Authority[];
    readonly proxy: ProxyInput | undefined;
    readonly systemId: string | undefined;
  },
): Promise<{ readonly state: AddressState; readonly provider: FoundProvider | null }> {
  const { field, used, address, authorities, proxy, systemId } = asked;
  const { host } = new URL(address);
  const { reached, fits, provider, problem, isPage, speaks } = await client.call('trial.reach', {
    field,
    // the realm is a part of the pasted address
    address: field === 'identityProvider' ? used : address,
    authorities: authorities.map(({ pem }) => pem),
    ...(proxy && { proxy }),
    ...(systemId !== undefined && { systemId }),
  });
  if (reached && fits) {
    const shown = provider === null ? address : shownProvider(provider);
    const isOther = provider !== null ? shown !== address : isCut(used, shown);
    return { state: { kind: 'good', host, usedAs: isOther ? shown : null }, provider };
  }
  if (speaks !== undefined) return { state: { kind: 'scheme', speaks }, provider: null };
  const named = kindOfAddress(used);
  const other = named === field ? null : named;
  const belongs = other ?? (isPage === true && field !== 'identityProvider' ? 'portal' : null);
  const state: AddressState = reached
    ? { kind: 'odd', host, belongs }
    : { kind: 'silent', host, problem, belongs: other };
  return { state, provider: null };
}

/** Returns whether more than blanks and a slash at the end was taken away. */
function isCut(typed: string, used: string): boolean {
  const text = typed.trim();
  return URL.canParse(text) && new URL(text).href.replace(/\/$/, '') !== used;
}

/** Returns an identity provider as one address; a realm in its usual place is left implicit. */
export function shownProvider({ address, realmPath }: FoundProvider): string {
  return realmPath === defaultRealmPath ? address : `${address}${realmPath}`;
}
