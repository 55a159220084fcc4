import { useState } from 'react';
import { certificateFileName } from '../../../../../common/texts/certificate-file.ts';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import type {
  ConsoleRequest,
  ExactRequest,
} from '../../../../../preload/contract/work/console-requests.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFollowed } from '../../../../kit/index.ts';
import type { Shell } from '../../../../kit/shells.ts';
import { Checkbox, Dialog, Segmented } from '../../../../ui/index.ts';
import {
  AuthoritiesFile,
  authoritiesFile,
  Code,
  needsNewCurl,
  pfxOf,
  type RequestCaller,
  type RequestUse,
  requestCallers,
  requestEnvironment,
  requestSnippet,
  ShellChoice,
} from '../../../systems/elsewhere/index.ts';
import { sentOf, tokenVariable } from './lines.ts';

interface LinesDialogProps {
  readonly system: System;
  readonly exact: ExactRequest;
  readonly request: ConsoleRequest;
  readonly onClose: () => void;
}

/** Names are the same in every language. */
const names: Readonly<Record<RequestCaller, string>> = {
  curl: 'curl',
  requests: 'Python (requests)',
  httpx: 'Python (httpx)',
  node: 'Node.js',
  powershell: 'PowerShell',
};

/** Lines of PowerShell: a certificate from Windows' store, and authorities in it. */
const fromStore = '$certificate = Get-Item Cert:\\CurrentUser\\My\\THUMBPRINT';
const trusting = `Import-Certificate -FilePath ${authoritiesFile} -CertStoreLocation Cert:\\CurrentUser\\Root`;

/** The exact request as lines for other programs, without its secrets. */
export function LinesDialog({ system, exact, request, onClose }: LinesDialogProps) {
  const t = useT();
  const file = useCertificateFile(system.id);
  const [encrypted, setEncrypted] = useState(true);
  const [caller, setCaller] = useState<RequestCaller>('curl');
  const sent = sentOf(exact, request);
  const use = sent && {
    ...sent,
    certificate: exact.certificate ? file : null,
    encrypted,
    ownAuthorities: !exact.elsewhere && system.authorities.length > 0,
  };
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('elsewhere.title')}
      description={t('console.elsewhere.text')}
    >
      <div className="space-y-4">
        {use?.ownAuthorities && <AuthoritiesFile systemId={system.id} />}
        {use && use.certificate !== null && caller === 'powershell' && (
          <p className="phrases text-small text-text-soft">
            {t('console.elsewhere.exportP12', { file: pfxOf(file), line: fromStore })}
          </p>
        )}
        {use && use.certificate !== null && caller !== 'powershell' && (
          <div className="space-y-1.5">
            <p className="phrases text-small text-text-soft">
              {t('console.elsewhere.export', { file })}
            </p>
            <Checkbox
              label={t('console.elsewhere.sealed', { file })}
              checked={encrypted}
              onCheckedChange={setEncrypted}
            />
          </div>
        )}
        {use ? (
          <Lines
            use={use}
            files={filesOf(request)}
            token={exact.token}
            caller={caller}
            onCaller={setCaller}
          />
        ) : (
          <p className="phrases">{t('console.elsewhere.tooLong')}</p>
        )}
      </div>
    </Dialog>
  );
}

interface LinesProps {
  readonly use: RequestUse;
  /** Names of the files that it sends. */
  readonly files: readonly string[];
  readonly token: boolean;
  readonly caller: RequestCaller;
  readonly onCaller: (caller: RequestCaller) => void;
}

function Lines({ use, files, token, caller, onCaller }: LinesProps) {
  const t = useT();
  const [chosen, setShell] = useState<Shell>('bash');
  const shell = caller === 'powershell' ? 'powershell' : chosen;
  const asked = requestEnvironment(shell, caller, use);
  const text = requestSnippet(caller, shell, use);
  const separator = t('certificates.separator');
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-2">
        <Segmented
          label={t('elsewhere.program')}
          labelHidden
          value={caller}
          options={requestCallers.map((value) => ({ value, label: names[value] }))}
          onValueChange={onCaller}
        />
        {caller !== 'powershell' && <ShellChoice value={shell} onChange={setShell} />}
      </div>
      {asked !== '' && (
        <section className="space-y-1.5">
          <p className="phrases text-small text-text-soft">
            {t('console.elsewhere.environmentText')}{' '}
            {token && t('console.elsewhere.token', { name: tokenVariable })}
          </p>
          <Code name={t('elsewhere.environment')} text={asked} />
        </section>
      )}
      {text === null ? (
        <p className="phrases">{t('console.elsewhere.notHere', { program: names[caller] })}</p>
      ) : (
        <section className="space-y-1.5">
          <p className="phrases text-small text-text-soft">
            {t(`console.elsewhere.run.${caller}`)}
          </p>
          <Code name={names[caller]} text={text} />
        </section>
      )}
      {files.length > 0 && (
        <p className="phrases text-small text-text-soft">
          {t('console.elsewhere.files', { files: files.join(separator) })}
        </p>
      )}
      {caller === 'powershell' && use.ownAuthorities && (
        <p className="phrases text-small text-text-soft">
          {t('console.elsewhere.trust', { line: trusting })}
        </p>
      )}
      {caller === 'curl' && needsNewCurl(shell, use) && (
        <p className="phrases text-small text-text-soft">{t('elsewhere.newCurl')}</p>
      )}
      {caller === 'curl' && shell !== 'bash' && use.certificate !== null && (
        <p className="phrases text-small text-text-soft">
          {t('elsewhere.certificate.hints.schannel')}
        </p>
      )}
    </>
  );
}

/** As the export names it. */
function useCertificateFile(systemId: string): string {
  const all = useFollowed((stores) => stores.certificates).value?.certificates ?? [];
  const own = all.find(({ usedBy }) => usedBy.includes(systemId));
  return `${certificateFileName(own?.name ?? '')}.pem`;
}

function filesOf({ body }: ConsoleRequest): readonly string[] {
  if (body?.kind === 'file') return [body.file.name];
  if (body?.kind !== 'multipart') return [];
  return body.fields.flatMap((field) => ('file' in field ? field.file.name : []));
}
