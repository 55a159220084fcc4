import { X } from 'lucide-react';
import { useId } from 'react';
import { AppError } from '../../../../preload/contract/errors.ts';
import {
  maxAuthorities,
  maxSystemFileBytes,
} from '../../../../preload/contract/systems/system-choices.ts';
import type { Authority } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { breakPairs, DropZone, ErrorBar, IconButton } from '../../../ui/index.ts';
import { commonName, fingerprintText } from '../certificates/index.ts';

interface AuthoritiesFieldProps {
  readonly authorities: readonly Authority[];
  readonly onChange: (authorities: readonly Authority[]) => void;
  /** Reports while a file is being read: the form must not be submitted without it. */
  readonly onReading: (reading: boolean) => void;
}

/** Certificate authorities to trust with this system, beyond the operating system's. */
export function AuthoritiesField({ authorities, onChange, onReading }: AuthoritiesFieldProps) {
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const id = useId();
  const { busy, problem, attempt, forget } = useProblem();

  const add = async (file: File) => {
    onReading(true);
    const together = await attempt(async () => {
      if (file.size > maxSystemFileBytes) {
        throw new AppError('certificate-too-large', { details: { limit: maxSystemFileBytes } });
      }
      const bytes = new Uint8Array(await file.arrayBuffer());
      const read = await client.call('systems.readAuthorities', { bytes });
      const known = new Set(authorities.map(({ fingerprint }) => fingerprint));
      const all = [...authorities, ...read.filter(({ fingerprint }) => !known.has(fingerprint))];
      if (all.length > maxAuthorities) {
        throw new AppError('authorities-too-many', { details: { limit: maxAuthorities } });
      }
      return all;
    });
    onReading(false);
    if (together) onChange(together.value);
  };

  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      <h2 id={id} className="text-small font-medium">
        {t('connect.fields.authorities')}
        <span className="ml-1.5 font-normal text-text-faint">{t('common.optional')}</span>
      </h2>
      {authorities.length > 0 && (
        <ul className="overflow-hidden rounded-control border border-line">
          {authorities.map((authority) => {
            const name = commonName(authority.subject);
            return (
              <li
                key={authority.fingerprint}
                className="flex items-start gap-2 border-line border-b bg-surface py-1.5 pr-1.5 pl-3 last:border-b-0"
              >
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                    <span className="font-medium wrap-anywhere" title={authority.subject}>
                      {name}
                    </span>
                    <span className="tabular text-small text-text-soft">
                      {t('certificates.until', {
                        date: format.date(Date.parse(authority.notAfter)),
                      })}
                    </span>
                  </p>
                  <p className="font-mono text-tiny text-text-soft wrap-anywhere">
                    {breakPairs(fingerprintText(authority.fingerprint))}
                  </p>
                </div>
                <IconButton
                  size="small"
                  icon={X}
                  label={t('connect.authorities.remove', { name })}
                  onClick={() => onChange(authorities.filter((one) => one !== authority))}
                />
              </li>
            );
          })}
        </ul>
      )}
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      <DropZone
        label={t('connect.authorities.drop')}
        hint={t('connect.hints.authorities')}
        accept=".pem,.crt,.cer,.der,.p7b,.p7c"
        busy={busy}
        onFiles={([file]) => file && void add(file)}
      />
    </section>
  );
}
