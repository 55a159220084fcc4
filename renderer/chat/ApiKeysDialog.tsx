import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { ApiKey, GenaiState } from '../../preload/contract/genai.ts';
import { useAction } from '../app/useAction.ts';
import { useT } from '../i18n/index.ts';
import { useClient } from '../stores/index.ts';
import {
  Badge,
  Button,
  ConfirmDialog,
  Dialog,
  ErrorBar,
  IconButton,
  PasswordField,
  TextField,
  Time,
} from '../ui/index.ts';

interface ApiKeysDialogProps {
  readonly service: GenaiState;
  readonly onClose: () => void;
}

/** The API keys of a system, one per project: add, choose, remove. A key is never shown again. */
export function ApiKeysDialog({ service, onClose }: ApiKeysDialogProps) {
  const t = useT();
  const client = useClient();
  const formId = useId();
  const { busy, problem, attempt, forget } = useAction();
  const [name, setName] = useState('');
  const [key, setKey] = useState('');
  const [removing, setRemoving] = useState<ApiKey | null>(null);
  const { systemId, keys, selectedKeyId } = service;
  const ready = name.trim() !== '' && key.trim() !== '';

  const add = async () => {
    const added = await attempt(() => client.call('genai.addKey', { systemId, name, key }));
    if (!added) return;
    setName('');
    setKey('');
    if (keys.length === 0) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('chat.keys.title')}
      description={t('chat.keys.text')}
    >
      <div className="space-y-4">
        {problem && <ErrorBar error={problem} onDismiss={forget} />}
        {keys.length > 0 && (
          <ul className="divide-y divide-line border-line border-y">
            {keys.map((one) => (
              <li key={one.id} className="flex h-10 items-center gap-2">
                <label className="flex min-w-0 flex-1 items-center gap-2">
                  <input
                    type="radio"
                    name={formId}
                    checked={one.id === selectedKeyId}
                    onChange={() =>
                      void attempt(() => client.call('genai.selectKey', { id: one.id }))
                    }
                    className="accent-accent"
                  />
                  <span className="truncate font-medium">{one.name}</span>
                  <span className="font-mono text-mono text-text-soft">{`••••${one.lastFour}`}</span>
                  {one.protection === 'demo' && <Badge>{t('chat.keys.demo')}</Badge>}
                </label>
                <span className="text-small text-text-soft">
                  <Time at={Date.parse(one.addedAt)} />
                </span>
                <IconButton
                  size="small"
                  icon={Trash2}
                  label={t('chat.keys.removeNamed', { name: one.name })}
                  onClick={() => setRemoving(one)}
                />
              </li>
            ))}
          </ul>
        )}
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (ready && !busy) void add();
          }}
        >
          <TextField
            label={t('chat.keys.name')}
            hint={t('chat.keys.nameHint')}
            value={name}
            onValueChange={setName}
            maxLength={100}
          />
          <PasswordField label={t('chat.keys.key')} value={key} onValueChange={setKey} />
          <Button variant="primary" type="submit" busy={busy} disabled={!ready}>
            {t('chat.keys.add')}
          </Button>
        </form>
      </div>
      {removing && (
        <ConfirmDialog
          open
          danger
          title={t('chat.keys.removeTitle', { name: removing.name })}
          confirmLabel={t('chat.keys.remove')}
          onClose={() => setRemoving(null)}
          onConfirm={() => client.call('genai.removeKey', { id: removing.id })}
        >
          {t('chat.keys.removeText')}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
