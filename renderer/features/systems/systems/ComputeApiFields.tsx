import { useState } from 'react';
import type { CallOutput } from '../../../../preload/contract/index.ts';
import type { ComputeApiChoice } from '../../../../preload/contract/work/compute-api.ts';
import { sshHost, sshUser } from '../../../../preload/contract/work/ssh-names.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Bar, Button, Checkbox, ErrorBar, Select, TextField } from '../../../ui/index.ts';

/** The choice of a compute API, as typed. */
interface ComputeApiText {
  readonly family: ComputeApiChoice['family'] | 'none';
  readonly version: string;
  readonly iriVersion: 'v1' | 'v2';
  readonly storage: string;
  readonly accounting: boolean;
  readonly cluster: string;
  readonly host: string;
  readonly user: string;
}

const storageShape = /^https?:\/\/[^\s/?#@]{1,300}$/;
const versionShape = /^v0\.0\.\d{2}$/;

const isHost = (text: string): boolean => sshHost.test(text.trim());
const isUser = (text: string): boolean => text.trim() === '' || sshUser.test(text.trim());

export function computeApiText(choice: ComputeApiChoice | null): ComputeApiText {
  const slurm = choice?.family === 'slurm' ? choice : null;
  return {
    family: choice?.family ?? 'none',
    version: slurm?.version ?? '',
    storage: choice?.family === 'firecrest' ? (choice.storage ?? '') : '',
    iriVersion: choice?.family === 'iri' ? choice.version : 'v2',
    accounting: slurm?.accounting ?? false,
    cluster: slurm?.cluster ?? '',
    host: choice?.family === 'slurm-ssh' ? choice.host : '',
    user: choice?.user ?? '',
  };
}

/** Parses the fields; null for no compute API, undefined if invalid. */
export function computeApiOf(text: ComputeApiText): ComputeApiChoice | null | undefined {
  const user = text.user.trim() === '' ? {} : { user: text.user.trim() };
  if (text.family === 'none') return null;
  if (text.family === 'iri') return { family: 'iri', version: text.iriVersion, ...user };
  if (text.family === 'field') return { family: 'field', ...user };
  if (text.family === 'firecrest') {
    const storage = text.storage.trim();
    if (storage === '') return { family: 'firecrest', ...user };
    return storageShape.test(storage) ? { family: 'firecrest', storage, ...user } : undefined;
  }
  if (text.family === 'slurm-ssh') {
    const host = text.host.trim();
    return isHost(host) && isUser(text.user) ? { family: 'slurm-ssh', host, ...user } : undefined;
  }
  const version = text.version.trim();
  if (!versionShape.test(version)) return undefined;
  const cluster = text.cluster.trim() === '' ? {} : { cluster: text.cluster.trim() };
  return { family: 'slurm', version, accounting: text.accounting, ...cluster, ...user };
}

interface ComputeApiFieldsProps {
  readonly systemId: string;
  readonly value: ComputeApiText;
  readonly onChange: (change: Partial<ComputeApiText>) => void;
}

/** Which API for jobs answers at the address of the Web API: by choice, or found out on request. */
export function ComputeApiFields({ systemId, value, onChange }: ComputeApiFieldsProps) {
  const t = useT();
  const client = useClient();
  const { busy, problem, attempt } = useAction();
  const [result, setResult] = useState<CallOutput<'systems.findComputeApi'> | null>(null);
  const findOut = async () => {
    setResult(null);
    const answer = await attempt(() => client.call('systems.findComputeApi', { id: systemId }));
    if (answer === null) return;
    setResult(answer.value);
    const { found } = answer.value;
    if (found === null) return;
    const { user, ...rest } = computeApiText(found);
    onChange({ ...rest, ...(user !== '' && { user }) });
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <div className="flex items-end gap-2">
        <Select
          label={t('connect.computeApi.label')}
          value={value.family}
          options={(['none', 'field', 'slurm', 'firecrest', 'iri', 'slurm-ssh'] as const).map((family) => ({
            value: family,
            label: t(`connect.computeApi.${family}`),
          }))}
          onValueChange={(family) => onChange({ family })}
          className="flex-1"
        />
        <Button busy={busy} onClick={() => void findOut()}>
          {t('connect.computeApi.findOut')}
        </Button>
      </div>
      <p className="phrases -mt-2 text-small text-text-soft">{t('connect.computeApi.hint')}</p>
      {problem && <ErrorBar error={problem} />}
      {result && <Found result={result} />}
      {value.family === 'slurm' && <SlurmFields value={value} onChange={onChange} />}
      {value.family === 'firecrest' && (
        <TextField
          label={t('connect.computeApi.storage')}
          hint={t('connect.computeApi.storageHint')}
          optional
          mono
          value={value.storage}
          onValueChange={(storage) => onChange({ storage })}
          {...(value.storage.trim() !== '' &&
            !storageShape.test(value.storage.trim()) && {
              problem: t('connect.computeApi.storageWrong'),
            })}
        />
      )}
      {value.family === 'iri' && (
        <Select
          label={t('connect.computeApi.version')}
          value={value.iriVersion}
          options={(['v1', 'v2'] as const).map((one) => ({ value: one, label: one }))}
          onValueChange={(iriVersion) => onChange({ iriVersion })}
        />
      )}
      {value.family === 'slurm-ssh' && (
        <TextField
          label={t('connect.computeApi.host')}
          hint={t('connect.computeApi.hostHint')}
          mono
          value={value.host}
          onValueChange={(host) => onChange({ host })}
          maxLength={255}
          {...(!isHost(value.host) && { problem: t('connect.computeApi.hostWrong') })}
        />
      )}
      {value.family !== 'none' && <UserField value={value} onChange={onChange} />}
    </fieldset>
  );
}

function UserField({ value, onChange }: Pick<ComputeApiFieldsProps, 'value' | 'onChange'>) {
  const t = useT();
  const bySsh = value.family === 'slurm-ssh';
  return (
    <TextField
      label={t('connect.computeApi.user')}
      hint={t(bySsh ? 'connect.computeApi.sshUserHint' : 'connect.computeApi.userHint')}
      optional
      value={value.user}
      onValueChange={(user) => onChange({ user })}
      maxLength={100}
      {...(bySsh && !isUser(value.user) && { problem: t('connect.computeApi.sshUserWrong') })}
    />
  );
}

function SlurmFields({ value, onChange }: Pick<ComputeApiFieldsProps, 'value' | 'onChange'>) {
  const t = useT();
  const isVersion = versionShape.test(value.version.trim());
  return (
    <>
      <TextField
        label={t('connect.computeApi.version')}
        mono
        value={value.version}
        onValueChange={(version) => onChange({ version })}
        {...(!isVersion && { problem: t('connect.computeApi.versionWrong') })}
      />
      <Checkbox
        label={t('connect.computeApi.accounting')}
        checked={value.accounting}
        onCheckedChange={(accounting) => onChange({ accounting })}
      />
      <TextField
        label={t('connect.computeApi.cluster')}
        optional
        value={value.cluster}
        onValueChange={(cluster) => onChange({ cluster })}
        maxLength={100}
      />
    </>
  );
}

/** What answered, request by request. */
function Found({ result }: { readonly result: CallOutput<'systems.findComputeApi'> }) {
  const t = useT();
  const { found, tried } = result;
  return (
    <Bar
      tone={found === null ? 'warning' : 'note'}
      details={
        <ul className="font-mono">
          {tried.map(({ path, status, problem }) => (
            <li key={path} className="wrap-anywhere">
              GET {path}: {status ?? problem?.code ?? '–'}
            </li>
          ))}
        </ul>
      }
    >
      {found === null
        ? t('connect.computeApi.notFound')
        : t('connect.computeApi.found', { name: t(`connect.computeApi.${found.family}`) })}
    </Bar>
  );
}
