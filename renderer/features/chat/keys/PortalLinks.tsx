import { ExternalLink, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Portal } from '../../../../preload/contract/chat/genai.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useOpenExternally } from '../../../kit/openExternally.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Button, ErrorBar, TextField } from '../../../ui/index.ts';

interface PortalLinksProps {
  readonly systemId: string;
  readonly portal: Portal;
}

/** The portal's pages for keys and usage; the user can set their addresses. */
export function PortalLinks({ systemId, portal }: PortalLinksProps) {
  const t = useT();
  const leave = useOpenExternally();
  const [editing, setEditing] = useState(false);
  const { keysUrl, usageUrl } = portal;
  if (editing) {
    return <PortalForm systemId={systemId} portal={portal} onDone={() => setEditing(false)} />;
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {keysUrl === null && usageUrl === null && (
        <span className="phrases min-w-60 flex-1 text-small text-text-soft">
          {t('keys.portalUnknown')}
        </span>
      )}
      {keysUrl !== null && (
        <Button icon={ExternalLink} onClick={() => void leave(keysUrl)}>
          {t('keys.openKeys')}
        </Button>
      )}
      {usageUrl !== null && (
        <Button icon={ExternalLink} onClick={() => void leave(usageUrl)}>
          {t('keys.openUsage')}
        </Button>
      )}
      <Button variant="quiet" icon={Pencil} onClick={() => setEditing(true)}>
        {t('keys.portalEdit')}
      </Button>
    </div>
  );
}

function PortalForm({ systemId, portal, onDone }: PortalLinksProps & { onDone: () => void }) {
  const t = useT();
  const client = useClient();
  const { busy, problem, attempt } = useProblem();
  const [keysUrl, setKeysUrl] = useState(portal.keysUrl ?? '');
  const [usageUrl, setUsageUrl] = useState(portal.usageUrl ?? '');
  const save = async () => {
    const saved = await attempt(() =>
      client.call('genai.setPortal', {
        systemId,
        keysUrl: keysUrl.trim() || null,
        usageUrl: usageUrl.trim() || null,
      }),
    );
    if (saved !== null) onDone();
  };
  const wrong = (field: string) =>
    problem?.code === 'address-invalid' && problem.details.field === field
      ? { problem: t('keys.portalWrong') }
      : {};
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void save();
      }}
    >
      {problem && problem.code !== 'address-invalid' && <ErrorBar error={problem} />}
      <TextField
        mono
        optional
        inputMode="url"
        label={t('keys.portalKeys')}
        placeholder="https://"
        value={keysUrl}
        onValueChange={setKeysUrl}
        {...wrong('keysUrl')}
      />
      <TextField
        mono
        optional
        inputMode="url"
        label={t('keys.portalUsage')}
        placeholder="https://"
        value={usageUrl}
        onValueChange={setUsageUrl}
        {...wrong('usageUrl')}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {t('common.save')}
        </Button>
        <Button onClick={onDone}>{t('common.cancel')}</Button>
      </div>
    </form>
  );
}
