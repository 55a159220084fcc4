import { Plus, X } from 'lucide-react';
import { useT } from '../../../../i18n/index.ts';
import { Button, IconButton, Select } from '../../../../ui/index.ts';
import { TextValue } from '../form/TextValue.tsx';
import type { RequestFormProps } from './RequestForm.tsx';

/** Headers of the user's own, and the server. */
export function HeadersForm({ detail, request, onChange }: RequestFormProps) {
  const t = useT();
  const { headers, server } = request;
  const put = (index: number, part: Partial<(typeof headers)[number]>) =>
    onChange({ headers: headers.map((one, at) => (at === index ? { ...one, ...part } : one)) });
  return (
    <>
      {detail.servers.length > 1 && (
        <Select
          label={t('console.headers.server')}
          value={server ?? ''}
          options={[
            { value: '', label: t('console.headers.usual') },
            ...detail.servers.map(({ url }) => ({ value: url, label: url })),
          ]}
          onValueChange={(url) => onChange({ server: url === '' ? null : url })}
        />
      )}
      <p className="phrases text-small text-text-soft">{t('console.headers.text')}</p>
      {headers.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header has no other identity
        <div key={index} className="flex items-end gap-1">
          <div className="grid min-w-0 flex-1 grid-cols-2 gap-1">
            <TextValue
              label={t('console.headers.name')}
              value={name}
              onValueChange={(next) => put(index, { name: next })}
            />
            <TextValue
              label={t('console.headers.value')}
              value={value}
              onValueChange={(next) => put(index, { value: next })}
            />
          </div>
          <IconButton
            icon={X}
            label={t('console.headers.remove', { name })}
            onClick={() => onChange({ headers: headers.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={Plus}
        className="self-start"
        onClick={() => onChange({ headers: [...headers, { name: '', value: '' }] })}
      >
        {t('console.headers.add')}
      </Button>
    </>
  );
}
