import { useId, useState } from 'react';
import type { ToolServer } from '../../../../../preload/contract/chat/tool-servers.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { useDraft } from '../../../../kit/useDraft.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import {
  Button,
  Checkbox,
  ErrorBar,
  PasswordField,
  Segmented,
  SideSheet,
  TextArea,
  TextField,
} from '../../../../ui/index.ts';
import { SecretRows } from './SecretRows.tsx';
import { SystemChoice } from './SystemChoice.tsx';
import { draftOf, emptyDraft, type ServerDraft, splitCommand, wantedOf } from './target.ts';

interface ServerFormProps {
  /** The server that is edited; null for a new one. */
  readonly server: ToolServer | null;
  /** @param id of the added server; null if none was added */
  readonly onClose: (id: string | null) => void;
}

/** A new server, or a changed one: a program of this computer, or a service. */
export default function ServerForm({ server, onClose }: ServerFormProps) {
  const t = useT();
  const formId = useId();
  const { client, vault } = useStores();
  const { busy, problem, attempt } = useProblem();
  const [begun] = useState<ServerDraft>(() => (server === null ? emptyDraft : draftOf(server)));
  const [draft, setDraft] = useState(begun);
  const discard = useDraft(JSON.stringify(draft) !== JSON.stringify(begun));
  const change = (changed: Partial<ServerDraft>) => setDraft({ ...draft, ...changed });
  const target = wantedOf(draft);
  const save = async () => {
    if (target === null) return;
    const wanted = { name: draft.name.trim(), systemId: draft.systemId, target };
    const saved = await attempt(() =>
      vault.withVault(async () => {
        if (server === null) return (await client.call('toolServers.add', wanted)).id;
        await client.call('toolServers.edit', { id: server.id, ...wanted });
        return null;
      }),
    );
    if (saved === null) return;
    discard.taken();
    onClose(saved.value);
  };
  const leave = () => discard.leave(() => onClose(null));
  return (
    <SideSheet
      open
      onClose={leave}
      title={
        server === null ? t('toolServers.add') : t('toolServers.editTitle', { name: server.name })
      }
      footer={
        <>
          <Button onClick={leave}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={busy}
            disabled={target === null}
          >
            {t(server === null ? 'toolServers.form.addAndStart' : 'common.save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void save();
        }}
      >
        {problem && <ErrorBar error={problem} />}
        <Segmented
          label={t('toolServers.form.kind')}
          wide
          value={draft.kind}
          options={[
            { value: 'stdio', label: t('toolServers.form.stdio') },
            { value: 'http', label: t('toolServers.form.http') },
          ]}
          onValueChange={(kind) => change({ kind })}
        />
        <TextField
          label={t('toolServers.form.name')}
          value={draft.name}
          maxLength={100}
          onValueChange={(name) => change({ name })}
        />
        {draft.kind === 'stdio' ? (
          <ProgramFields draft={draft} onChange={change} />
        ) : (
          <ServiceFields draft={draft} onChange={change} />
        )}
        <SystemChoice systemId={draft.systemId} onSystem={(systemId) => change({ systemId })} />
        {draft.kind === 'http' && (
          <Checkbox
            label={t('toolServers.form.certificate')}
            hint={t('toolServers.form.certificateHint')}
            checked={draft.certificate && draft.systemId !== null}
            disabled={draft.systemId === null}
            onCheckedChange={(certificate) => change({ certificate })}
          />
        )}
        {discard.question}
      </form>
    </SideSheet>
  );
}

interface PartProps {
  readonly draft: ServerDraft;
  readonly onChange: (changed: Partial<ServerDraft>) => void;
}

function ProgramFields({ draft, onChange }: PartProps) {
  const t = useT();
  const parts = splitCommand(draft.command);
  const isLine = parts.length > 1 && draft.arguments === '';
  return (
    <>
      <TextField
        label={t('toolServers.form.command')}
        hint={t('toolServers.form.commandHint')}
        mono
        placeholder="npx"
        value={draft.command}
        onValueChange={(command) => onChange({ command })}
        {...(isLine && {
          status: {
            kind: 'note' as const,
            text: t('toolServers.form.split'),
            action: {
              label: t('toolServers.form.splitAction'),
              onAction: () =>
                onChange({ command: parts[0] ?? '', arguments: parts.slice(1).join('\n') }),
            },
          },
        })}
      />
      <TextArea
        label={t('toolServers.form.arguments')}
        hint={t('toolServers.form.argumentsHint')}
        optional
        mono
        rows={3}
        value={draft.arguments}
        onValueChange={(typed) => onChange({ arguments: typed })}
      />
      <TextField
        label={t('toolServers.form.folder')}
        hint={t('toolServers.form.folderHint')}
        optional
        mono
        value={draft.folder}
        onValueChange={(folder) => onChange({ folder })}
      />
      <SecretRows
        label={t('toolServers.form.environment')}
        hint={t('toolServers.form.secretsHint')}
        rows={draft.secrets}
        onRows={(secrets) => onChange({ secrets })}
      />
      <p className="phrases rounded-control bg-sunken px-3 py-2 text-small">
        {t('toolServers.form.noSandbox')}
      </p>
    </>
  );
}

function ServiceFields({ draft, onChange }: PartProps) {
  const t = useT();
  return (
    <>
      <TextField
        label={t('toolServers.form.url')}
        mono
        placeholder="https://tools.example.org/mcp"
        value={draft.url}
        maxLength={4096}
        onValueChange={(url) => onChange({ url })}
      />
      <SecretRows
        label={t('toolServers.form.headers')}
        hint={t('toolServers.form.secretsHint')}
        rows={draft.secrets}
        onRows={(secrets) => onChange({ secrets })}
      />
      <TextField
        label={t('toolServers.form.clientId')}
        hint={t('toolServers.form.clientIdHint')}
        optional
        mono
        value={draft.clientId}
        maxLength={2000}
        onValueChange={(clientId) => onChange({ clientId })}
      />
      {draft.clientId.trim() !== '' && (
        <PasswordField
          label={t('toolServers.form.clientSecret')}
          hint={t('toolServers.form.clientSecretHint')}
          placeholder={draft.clientSecret === null ? t('toolServers.form.stored') : ''}
          autoComplete="off"
          value={draft.clientSecret ?? ''}
          onValueChange={(clientSecret) => onChange({ clientSecret })}
        />
      )}
    </>
  );
}
