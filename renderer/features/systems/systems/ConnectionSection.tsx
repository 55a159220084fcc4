import { X } from 'lucide-react';
import { useId } from 'react';
import type { ConnectionChoices } from '../../../../preload/contract/systems/connections.ts';
import type { Authority } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { breakPairs, ErrorBar, IconButton } from '../../../ui/index.ts';
import { commonName, fingerprintText } from '../certificates/index.ts';
import { ProxyForm } from './ProxyForm.tsx';

/** Connection and trust settings of a system's servers, except its authorities; each change takes effect at once. */
export function ConnectionSection({ systemId }: { readonly systemId: string }) {
  return (
    <LateTexts>
      <OfSystem systemId={systemId} />
    </LateTexts>
  );
}

function OfSystem({ systemId }: { readonly systemId: string }) {
  const t = useT();
  const client = useClient();
  const id = useId();
  const { value, problem: ofSnapshot } = useResource('connections', { systemId });
  const { problem, attempt, forget } = useProblem();
  const shown = problem ?? ofSnapshot;
  const removePin = ({ host, fingerprint }: ConnectionChoices['pins'][number]) =>
    void attempt(() => client.call('connections.removePin', { systemId, host, fingerprint }));
  const removeIntermediate = ({ fingerprint }: Authority) =>
    void attempt(() => client.call('connections.removeIntermediate', { systemId, fingerprint }));
  return (
    <section aria-labelledby={id} className="mt-6 flex flex-col gap-4 border-line border-t pt-5">
      <h2 id={id} className="text-body font-semibold">
        {t('connections.title')}
      </h2>
      {shown && <ErrorBar error={shown} onDismiss={forget} />}
      {value && <ProxyForm key={systemId} systemId={systemId} proxy={value.proxy} />}
      {value && value.pins.length > 0 && (
        <Certificates
          title={t('connections.pins.title')}
          certificates={value.pins}
          placeOf={({ host }) => host}
          removal={({ host, subject }) =>
            t('connections.pins.remove', { host, name: commonName(subject) })
          }
          onRemove={removePin}
        />
      )}
      {value && value.intermediates.length > 0 && (
        <Certificates
          title={t('connections.intermediates.title')}
          certificates={value.intermediates}
          placeOf={() => null}
          removal={({ subject }) =>
            t('connections.intermediates.remove', { name: commonName(subject) })
          }
          onRemove={removeIntermediate}
        />
      )}
      {value && value.tls12.length > 0 && (
        <LimitedServers
          servers={value.tls12}
          onRemove={(host) =>
            void attempt(() => client.call('connections.removeTls12', { systemId, host }))
          }
        />
      )}
    </section>
  );
}

interface LimitedServersProps {
  readonly servers: ConnectionChoices['tls12'];
  readonly onRemove: (host: string) => void;
}

function LimitedServers({ servers, onRemove }: LimitedServersProps) {
  const t = useT();
  const format = useFormat();
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <h3 id={id} className="text-small font-medium">
        {t('connections.tls12.title')}
      </h3>
      <p className="phrases text-small text-text-soft">{t('connections.tls12.hint')}</p>
      <ul aria-labelledby={id} className="overflow-hidden rounded-control border border-line">
        {servers.map(({ host, since }) => (
          <li
            key={host}
            className="flex items-center gap-2 border-line border-b bg-surface py-1.5 pr-1.5 pl-3 last:border-b-0"
          >
            <p className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium wrap-anywhere">{host}</span>
              <span className="tabular text-small text-text-soft">
                {t('connections.tls12.since', { date: format.date(Date.parse(since)) })}
              </span>
            </p>
            <IconButton
              size="small"
              icon={X}
              label={t('connections.tls12.remove', { host })}
              onClick={() => onRemove(host)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CertificatesProps<Kept extends Authority> {
  readonly title: string;
  readonly certificates: readonly Kept[];
  /** Where it is trusted; null for the whole system. */
  readonly placeOf: (kept: Kept) => string | null;
  readonly removal: (kept: Kept) => string;
  readonly onRemove: (kept: Kept) => void;
}

function Certificates<Kept extends Authority>(props: CertificatesProps<Kept>) {
  const { title, certificates, placeOf, removal, onRemove } = props;
  const t = useT();
  const format = useFormat();
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <h3 id={id} className="text-small font-medium">
        {title}
      </h3>
      <ul aria-labelledby={id} className="overflow-hidden rounded-control border border-line">
        {certificates.map((kept) => {
          const place = placeOf(kept);
          return (
            <li
              key={`${place} ${kept.fingerprint}`}
              className="flex items-start gap-2 border-line border-b bg-surface py-1.5 pr-1.5 pl-3 last:border-b-0"
            >
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="font-medium wrap-anywhere" title={kept.subject}>
                    {place ?? commonName(kept.subject)}
                  </span>
                  <span className="tabular text-small text-text-soft">
                    {t('certificates.until', { date: format.date(Date.parse(kept.notAfter)) })}
                  </span>
                </p>
                {place !== null && (
                  <p className="text-small text-text-soft wrap-anywhere">
                    {commonName(kept.subject)}
                  </p>
                )}
                <p className="font-mono text-tiny text-text-soft wrap-anywhere">
                  {breakPairs(fingerprintText(kept.fingerprint))}
                </p>
              </div>
              <IconButton
                size="small"
                icon={X}
                label={removal(kept)}
                onClick={() => onRemove(kept)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
