import { type FormEvent, useEffect, useState } from 'react';
import type { ProxyInput, StoredProxy } from '../../../../preload/contract/systems/proxy.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Button, ErrorBar, useToasts } from '../../../ui/index.ts';
import { type ProxyDraft, ProxyFields, ProxyLock, proxyOf, usualProxy } from './ProxyFields.tsx';

interface ProxyFormProps {
  readonly systemId: string;
  readonly proxy: StoredProxy;
}

/** The proxy of a system's services; the operator's one if a policy sets it. */
export function ProxyForm(props: ProxyFormProps) {
  return (
    <ProxyLock>
      <StoredProxyForm {...props} />
    </ProxyLock>
  );
}

function StoredProxyForm({ systemId, proxy }: ProxyFormProps) {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const { busy, problem, attempt } = useAction();
  const manual = proxy.kind === 'manual' ? proxy : null;
  const [draft, setDraft] = useState<ProxyDraft>({ ...usualProxy, ...partsOf(proxy) });
  const change = (part: Partial<ProxyDraft>) => setDraft((before) => ({ ...before, ...part }));
  // Splits an address typed with credentials into its parts.
  useEffect(() => {
    if (proxy.kind !== 'manual') return;
    const { address, user } = partsOf(proxy);
    setDraft((before) => ({ ...before, address, user }));
  }, [proxy]);
  const isSame = manual !== null && manual.address === draft.address && manual.user === draft.user;

  const keep = async (proxy: ProxyInput) => {
    const saved = await attempt(() => client.call('connections.setProxy', { systemId, proxy }));
    if (saved === null) return;
    change({ password: '' });
    toasts.show({ text: t('connections.proxy.saved') });
  };
  const onChange = (part: Partial<ProxyDraft>) => {
    change(part);
    const { kind } = part;
    if (kind !== undefined && kind !== 'manual' && kind !== proxy.kind) void keep({ kind });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void keep(proxyOf(draft));
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <ProxyFields draft={draft} onChange={onChange} hasPassword={isSame && manual.hasPassword} />
      {draft.kind === 'manual' && (
        <div>
          <Button type="submit" busy={busy} disabled={draft.address.trim() === ''}>
            {t('connections.proxy.save')}
          </Button>
        </div>
      )}
      {problem && <ErrorBar error={problem} />}
    </form>
  );
}

function partsOf(proxy: StoredProxy): Omit<ProxyDraft, 'password'> {
  if (proxy.kind !== 'manual') return { ...usualProxy, kind: proxy.kind };
  const { kind, address, user, except } = proxy;
  return { kind, address, user: user ?? '', except };
}
