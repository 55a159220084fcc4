import { useEffect, useState } from 'react';
import {
  type AddressCheck,
  type AddressField,
  type Authority,
  defaultRealmPath,
  type FoundProvider,
} from '../../../../preload/contract/systems/systems.ts';
import { type Translate, useT } from '../../../i18n/index.ts';
import { asProblem, useClient } from '../../../kit/index.ts';
import { errorText, type FieldStatus } from '../../../ui/index.ts';

/** Debounce before the text is validated, and before the network is contacted, ms. */
const rest = { judge: 150, reach: 600 };

function removedText(check: AddressCheck, provider: FoundProvider | null, t: Translate): string {
  const told = check.removed.filter((part) => part !== 'white-space' && part !== 'trailing-slash');
  const address = provider === null ? check.address : shownProvider(provider);
  const isOther = provider !== null && address !== check.address;
  return (told.length === 0 && !isOther) || address === null
    ? ''
    : ` ${t('start.address.usedAs', { address })}`;
}

/** Returns an identity provider as one address; a realm in its usual place is left implicit. */
export function shownProvider({ address, realmPath }: FoundProvider): string {
  return realmPath === defaultRealmPath ? address : `${address}${realmPath}`;
}

/** Returns the live check of an address: its parsed form, then whether something answers there. */
export function useAddress(
  field: AddressField,
  text: string,
  authorities: readonly Authority[],
  onProvider: (text: string, provider: FoundProvider) => void,
): FieldStatus | undefined {
  const t = useT();
  const client = useClient();
  const [status, setStatus] = useState<FieldStatus>();

  useEffect(() => {
    if (text.trim() === '') return setStatus(undefined);
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: FieldStatus) => current && setStatus(next);
    const wait = (milliseconds: number) =>
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds);
      });

    const run = async () => {
      await wait(rest.judge);
      const check = await client.call('systems.checkAddress', { field, text });
      if (check.address === null) {
        return show({ kind: 'bad', text: t(`start.address.${check.problem ?? 'not-a-url'}`) });
      }
      const { host } = new URL(check.address);
      show({ kind: 'checking', text: t('start.address.checking', { host }) });
      await wait(rest.reach);
      const { reached, fits, provider, problem } = await client.call('systems.reach', {
        field,
        // The realm is a part of the pasted address.
        address: field === 'identityProvider' ? text : check.address,
        authorities: authorities.map(({ pem }) => pem),
      });
      if (reached && !fits) {
        return show({ kind: 'warning', text: t(`start.address.odd.${field}`, { host }) });
      }
      if (reached) {
        if (current && provider !== null) onProvider(text, provider);
        const told = removedText(check, provider, t);
        return show({ kind: 'good', text: `${t('start.address.reached', { host })}${told}` });
      }
      if (!problem) return show({ kind: 'bad', text: t('start.address.silent', { host }) });
      const { what } = errorText(problem, t);
      const hint =
        problem.code === 'tls-server-not-trusted' ? ` ${t('start.address.addAuthority')}` : '';
      show({ kind: 'bad', text: `${what}${hint}` });
    };

    run().catch((error: unknown) => {
      show({ kind: 'bad', text: errorText(asProblem(error), t).what });
    });
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [client, field, text, authorities, onProvider, t]);

  return status;
}
