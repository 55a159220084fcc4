import { useState } from 'react';
import type { FoundServer } from '../../../../../preload/contract/chat/tool-servers.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import {
  Button,
  Checkbox,
  Dialog,
  DropZone,
  ErrorBar,
  oneLine,
  useToasts,
} from '../../../../ui/index.ts';
import { drawn } from '../../permission/index.ts';
import { SystemChoice } from './SystemChoice.tsx';
import { whereOf } from './target.ts';

interface ImportDialogProps {
  readonly onClose: () => void;
}

interface Examined {
  readonly bytes: Uint8Array;
  readonly servers: readonly FoundServer[];
}

/** Bytes of a file that is read; longer ones are none of these. */
const largestFile = 1_048_576;

/** Shows what a file of another program names before anything of it is taken. */
export default function ImportDialog({ onClose }: ImportDialogProps) {
  const t = useT();
  const toasts = useToasts();
  const { client, vault } = useStores();
  const { busy, problem, attempt } = useProblem();
  const [examined, setExamined] = useState<Examined | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [systemId, setSystemId] = useState<string | null>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    setTooLarge(file.size > largestFile);
    if (file.size > largestFile) return;
    await attempt(async () => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const servers = await client.call('toolServers.examineFile', { bytes });
      setExamined({ bytes, servers });
      const wanted = servers.filter(({ refusal, disabled }) => refusal === null && !disabled);
      setChosen(new Set(wanted.map(({ name }) => name)));
    });
  };
  const take = async () => {
    if (examined === null) return;
    const taken = await attempt(() =>
      vault.withVault(() =>
        client.call('toolServers.importFile', {
          bytes: examined.bytes,
          names: [...chosen],
          systemId,
        }),
      ),
    );
    if (taken === null) return;
    toasts.show({ text: t('toolServers.import.done', { count: taken.value.added }) });
    onClose();
  };
  return (
    <Dialog
      open
      busy={busy}
      size="large"
      onClose={onClose}
      title={t('toolServers.import.title')}
      description={t(
        examined === null ? 'toolServers.import.text' : 'toolServers.import.chooseText',
      )}
      footer={
        examined !== null && (
          <>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button
              variant="primary"
              busy={busy}
              disabled={chosen.size === 0}
              onClick={() => void take()}
            >
              {t('toolServers.import.take', { count: chosen.size })}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {problem && <ErrorBar error={problem} />}
        {examined === null ? (
          <DropZone
            label={t('toolServers.import.drop')}
            hint={t('toolServers.import.where')}
            accept=".json"
            busy={busy}
            {...(tooLarge && { problem: t('toolServers.import.tooLarge') })}
            onFiles={([file]) => void read(file)}
          />
        ) : (
          <>
            <Servers servers={examined.servers} chosen={chosen} onChosen={setChosen} />
            <SystemChoice systemId={systemId} onSystem={setSystemId} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Servers(props: {
  readonly servers: readonly FoundServer[];
  readonly chosen: ReadonlySet<string>;
  readonly onChosen: (chosen: ReadonlySet<string>) => void;
}) {
  const { servers, chosen, onChosen } = props;
  const t = useT();
  return (
    <ul className="rounded-card border border-line">
      {servers.map((server) => (
        <li key={server.name} className="border-line border-b px-3 py-2 last:border-b-0">
          <Checkbox
            label={oneLine(drawn(server.name).text, 120)}
            hint={<Found server={server} />}
            checked={chosen.has(server.name)}
            disabled={server.refusal !== null}
            onCheckedChange={(on) => {
              const after = new Set(chosen);
              if (on) after.add(server.name);
              else after.delete(server.name);
              onChosen(after);
            }}
          />
          {server.refusal !== null && (
            <p className="phrases pl-6 text-small text-down-text">
              {t(`toolServers.import.refusals.${server.refusal}`)}
            </p>
          )}
          {server.placeholders.length > 0 && (
            <p className="phrases pl-6 text-small text-degraded-text wrap-anywhere">
              {t('toolServers.import.placeholders', {
                names: oneLine(drawn(server.placeholders.join(', ')).text, 400),
              })}
            </p>
          )}
          {server.ignored.length > 0 && (
            <p className="phrases pl-6 text-small text-degraded-text wrap-anywhere">
              {t('toolServers.import.ignored', {
                names: oneLine(drawn(server.ignored.join(', ')).text, 400),
              })}
            </p>
          )}
          {server.disabled && (
            <p className="phrases pl-6 text-small text-text-soft">
              {t('toolServers.import.disabled')}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What would run, in full, and the names of the secrets that go to it. */
function Found({ server: { target } }: { readonly server: FoundServer }) {
  if (target === null) return null;
  const secrets = target.kind === 'stdio' ? target.environment : target.headers;
  return (
    <span dir="ltr" className="block font-mono text-mono whitespace-pre-wrap wrap-anywhere">
      {[whereOf(target), ...secrets.map((name) => `${name} ••••`)]
        .map((line) => drawn(line).text)
        .join('\n')}
    </span>
  );
}
