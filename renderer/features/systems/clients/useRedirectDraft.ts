import { useState } from 'react';
import type { Client } from '../../../../preload/contract/systems/clients.ts';
import { useSystem } from '../../../kit/index.ts';
import { isComplete, isSameDraft, originOf, rootUrlOf, startDraft, urlsOf } from './redirects.ts';

/** The redirect URLs of a client while they are being written. */
export function useRedirectDraft(of: Pick<Client, 'redirectUrls' | 'rootUrl'> | undefined) {
  const provider = originOf(useSystem()?.authUrl);
  const [start] = useState(() => startDraft(of?.redirectUrls ?? [], of?.rootUrl ?? null, provider));
  const [draft, onChange] = useState(start);
  return {
    /** For `RedirectUrls`. */
    field: { draft, onChange },
    complete: isComplete(draft),
    changed: !isSameDraft(draft, start),
    /** As the calls take them. */
    value: () => ({ redirectUrls: urlsOf(draft), rootUrl: rootUrlOf(draft) }),
  };
}
