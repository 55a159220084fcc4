import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import type { Description } from '../../../../../preload/contract/work/console-descriptions.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Button, ErrorBar, IconButton } from '../../../../ui/index.ts';
import { TextValue } from '../form/TextValue.tsx';
import type { RequestFormProps } from './requestDraft.ts';

interface HeadersFormProps extends RequestFormProps {
  readonly systemId: string;
  readonly description: Description;
}

/** Headers of the user's own, and the server. */
export function HeadersForm(props: HeadersFormProps) {
  const { systemId, description, detail, request, onChange } = props;
  const t = useT();
  const client = useClient();
  const list = useId();
  const { busy, problem, attempt, forget } = useProblem();
  const { headers, server } = request;
  const put = (index: number, part: Partial<(typeof headers)[number]>) =>
    onChange({ headers: headers.map((one, at) => (at === index ? { ...one, ...part } : one)) });
  const applyToAll = async () => {
    const of = { systemId, descriptionId: description.id, server: server ?? '' };
    if (await attempt(() => client.call('apiConsole.setServer', of))) onChange({ server: null });
  };
  return (
    <>
      <TextValue
        label={t('console.headers.server')}
        value={server ?? description.server}
        list={list}
        onValueChange={(url) => onChange({ server: url === description.server ? null : url })}
      />
      <datalist id={list}>
        {detail.servers.map(({ url }) => (
          <option key={url} value={url} />
        ))}
      </datalist>
      {server !== null && server.trim() !== '' && (
        <Button size="small" busy={busy} className="self-start" onClick={() => void applyToAll()}>
          {t('console.headers.forAll')}
        </Button>
      )}
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
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
