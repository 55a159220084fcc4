import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey, GenaiState } from '../../../../preload/contract/chat/genai.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Button, ConfirmDialog, Dialog, ErrorBar } from '../../../ui/index.ts';
import { EnvironmentKey } from './EnvironmentKey.tsx';
import { KeyForm } from './KeyForm.tsx';
import { KeyRow } from './KeyRow.tsx';
import { KeySteps } from './KeySteps.tsx';
import { PortalLinks } from './PortalLinks.tsx';

interface ApiKeysDialogProps {
  readonly service: GenaiState;
  readonly onClose: () => void;
  /** Opens a related dialog in place of this one. */
  readonly onOpen: (panel: 'usage' | 'elsewhere') => void;
}

/** The API keys of a system, one per project. A key is never shown again. */
export default function ApiKeysDialog({ service, onClose, onOpen }: ApiKeysDialogProps) {
  const t = useT();
  const client = useClient();
  const { problem, attempt, forget } = useAction();
  const { systemId, keys, selectedKeyId, portal } = service;
  const [adding, setAdding] = useState(keys.length === 0);
  const [replacing, setReplacing] = useState<ApiKey | null>(null);
  const [removing, setRemoving] = useState<ApiKey | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('chat.keys.title')}
      description={t('chat.keys.text')}
      footer={
        keys.length > 0 && (
          <>
            <Button onClick={() => onOpen('usage')}>{t('chat.usage')}</Button>
            <Button onClick={() => onOpen('elsewhere')}>{t('elsewhere.title')}</Button>
          </>
        )
      }
    >
      <div className="space-y-4">
        {problem && <ErrorBar error={problem} onDismiss={forget} />}
        {keys.length > 0 && (
          <ul
            aria-label={t('chat.keys.title')}
            className="divide-y divide-line border-line border-y"
          >
            {keys.map((one) => (
              <KeyRow
                key={one.id}
                apiKey={one}
                chosen={one.id === selectedKeyId}
                portalUrl={portal.keysUrl}
                onChoose={() => void attempt(() => client.call('genai.selectKey', { id: one.id }))}
                onRename={async (name) => {
                  const rename = () => client.call('genai.renameKey', { id: one.id, name });
                  return (await attempt(rename)) !== null;
                }}
                onReplace={() => setReplacing(one)}
                onRemove={() => setRemoving(one)}
              />
            ))}
          </ul>
        )}
        {replacing !== null ? (
          <KeyForm
            key={replacing.id}
            systemId={systemId}
            keys={keys}
            replaces={replacing}
            onDone={() => setReplacing(null)}
            onCancel={() => setReplacing(null)}
          />
        ) : adding ? (
          <KeyForm
            systemId={systemId}
            keys={keys}
            replaces={null}
            onDone={() => (keys.length === 0 ? onClose() : setAdding(false))}
            {...(keys.length > 0 ? { onCancel: () => setAdding(false) } : {})}
          />
        ) : (
          <Button icon={Plus} onClick={() => setAdding(true)}>
            {t('chat.keys.add')}
          </Button>
        )}
        {replacing === null && <EnvironmentKey systemId={systemId} />}
        <KeySteps service={service} />
        <PortalLinks systemId={systemId} portal={portal} />
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
