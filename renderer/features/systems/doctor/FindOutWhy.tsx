import type { ReactNode } from 'react';
import type { AppErrorData } from '../../../../preload/contract/errors.ts';
import type { AddressField, System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores, useSystem } from '../../../kit/index.ts';
import { ExplainContext } from '../../../ui/index.ts';

/** Errors of the connection to a server, and refusals by it. */
const ofConnection = /^(network-|tls-|http-|answer-|certificate-refused$)/;
const ofGenai = /^(api-key-refused|gateway-refused|stream-interrupted)$/;
const ofSignIn =
  /^(sign-in-(client-refused|answer-unusable|issuer-mismatch|provider-error|page-failed)|session-refresh-)/;

/** Returns the service that an error concerns, as far as it tells. */
function serviceOf({ code, details }: AppErrorData, system: System): AddressField {
  const { webApiUrl, authUrl, genaiUrl } = system;
  const isAt = (address: string | null): boolean =>
    address !== null && URL.canParse(address) && new URL(address).host === details.host;
  if (ofSignIn.test(code) || isAt(authUrl)) return 'identityProvider';
  if (ofGenai.test(code) || isAt(genaiUrl)) return 'genai';
  return webApiUrl === '' && genaiUrl !== null ? 'genai' : 'webApi';
}

/** Adds a button that looks for the reason to every connection error below it. */
export function FindOutWhy({ children }: { readonly children: ReactNode }) {
  const t = useT();
  const system = useSystem();
  const { overlay } = useStores();
  const explain = (error: AppErrorData) => {
    const { code } = error;
    if (system === null) return null;
    if (![ofConnection, ofGenai, ofSignIn].some((known) => known.test(code))) return null;
    const service = serviceOf(error, system);
    return {
      label: t('common.findOutWhy'),
      onAction: () => overlay.setState({ open: { kind: 'doctor', systemId: system.id, service } }),
    };
  };
  return <ExplainContext value={explain}>{children}</ExplainContext>;
}
