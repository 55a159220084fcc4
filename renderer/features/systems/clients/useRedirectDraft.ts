import { useState } from 'react';
import type { Client } from '../../../../preload/contract/systems/clients.ts';
import { useSystem } from '../../../kit/index.ts';
import { isComplete, isSameDraft, originOf, rootUrlOf, startDraft, urlsOf } from './redirects.ts';

/** State of a client's redirect URLs while editing. */
export function useRedirectDraft(of: Pick<Client, 'redirectUrls' | 'rootUrl'> | undefined) {
  const provider = originOf(useSystem()?.authUrl);
  const [start] = useState(() => startDraft(of?.redirectUrls ?? [], of?.rootUrl ?? null, provider));
  const [draft, onChange] = useState(start);
  return {
    /** Props for `RedirectUrls`. */
    field: { draft, onChange },
    complete: isComplete(draft),
    changed: !isSameDraft(draft, start),
    /** In the form of the calls. */
    value: () => ({ redirectUrls: urlsOf(draft), rootUrl: rootUrlOf(draft) }),
  };
}
