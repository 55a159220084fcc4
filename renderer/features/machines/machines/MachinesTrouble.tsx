import type { AppErrorData, ErrorCode } from '../../../../preload/contract/errors.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useStores, useSystem } from '../../../kit/index.ts';
import { useCommand } from '../../../kit/useCommand.ts';
import { ErrorBar, Time } from '../../../ui/index.ts';
import { useSignIn } from '../../systems/session/index.ts';

interface MachinesTroubleProps {
  readonly problem: AppErrorData;
  /** Time of the last good check; null without rows. */
  readonly lastGood: string | null;
  readonly onCheck: () => void;
}

const aboutCertificate: readonly ErrorCode[] = [
  'tls-client-certificate-missing',
  'tls-client-certificate-expired',
  'tls-client-certificate-rejected',
  'certificate-refused',
];
const aboutAddress: readonly ErrorCode[] = [
  'network-name-not-found',
  'tls-server-not-trusted',
  'tls-server-name-mismatch',
  'http-not-found',
  'answer-not-json',
  'answer-shape',
];

/** Why the machines could not be checked, with the most helpful button. */
export default function MachinesTrouble({ problem, lastGood, onCheck }: MachinesTroubleProps) {
  const t = useT();
  const { route, vault } = useStores();
  const session = useFollowed((stores) => stores.session).value;
  const signIn = useSignIn(session);
  const system = useSystem();
  const retry = { label: t('common.tryAgain'), onAction: onCheck };

  const unlock = async () => {
    if (await vault.ask(problem.code === 'vault-locked' ? 'unlock' : 'set-up')) onCheck();
  };
  const { run: openSession } = useCommand('session');
  const action =
    // a call that waited for a sign-in fails with its error
    problem.code === 'session-expired' || problem.code.startsWith('sign-in-')
      ? {
          label: t('session.signInAgain'),
          busy: signIn.busy,
          // The sheet shows progress and errors.
          onAction: () => void signIn.start().finally(openSession),
        }
      : problem.code === 'session-signed-out'
        ? { label: t('session.signIn'), onAction: openSession }
        : problem.code === 'vault-locked'
          ? { label: t('machines.fix.unlock'), onAction: () => void unlock() }
          : aboutCertificate.includes(problem.code)
            ? {
                label: t('machines.fix.certificates'),
                onAction: () => route.go({ screen: 'certificates' }),
              }
            : aboutAddress.includes(problem.code) && system
              ? {
                  label: t('machines.fix.system'),
                  onAction: () => route.go({ screen: 'systems', systemId: system.id }),
                }
              : retry;

  return (
    <div className="flex flex-col gap-2 px-6 pb-3">
      <ErrorBar error={problem} action={action} />
      {lastGood !== null && (
        <p className="text-small text-text-soft">
          {t('machines.old')} <Time at={Date.parse(lastGood)} />
        </p>
      )}
    </div>
  );
}
