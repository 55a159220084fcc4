import { Circle, CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CallInput, CallOutput } from '../../../../../preload/contract/index.ts';
import { type TrialStep, trialSteps } from '../../../../../preload/contract/systems/trial.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useAction } from '../../../../kit/useAction.ts';
import { Button, ErrorBar, Spinner } from '../../../../ui/index.ts';
import { errorText } from '../../../../ui/notices/errorText.ts';

interface CheckStepProps {
  readonly wanted: CallInput<'trial.tryOut'>;
  /** Saves the system and opens it. */
  readonly onSave: () => Promise<unknown>;
  readonly onBack: () => void;
  readonly onCertificate: () => void;
  readonly onAuthority: () => void;
  readonly onProxy: () => void;
}

type Tried = CallOutput<'trial.tryOut'>;

/** Tries the system out: stops at the first failure, and opens the system if there is none. */
export function CheckStep(props: CheckStepProps) {
  const { wanted, onBack, onCertificate, onAuthority, onProxy } = props;
  const t = useT();
  const client = useClient();
  const trial = useAction();
  const saving = useAction();
  const [tried, setTried] = useState<Tried | null>(null);
  const latest = useRef({ ...props, trial, saving });
  latest.current = { ...props, trial, saving };

  const save = () => void latest.current.saving.attempt(latest.current.onSave);
  /** The user has gone back: what the check says then adds no system. */
  const left = useRef(false);
  const check = async () => {
    setTried(null);
    const { wanted: now, trial: by } = latest.current;
    const answer = await by.attempt(() => client.call('trial.tryOut', now));
    if (left.current) return;
    setTried(answer?.value ?? null);
    if (answer?.value.failed === null) save();
  };
  const begin = useRef(check);
  useEffect(() => {
    left.current = false;
    void begin.current();
    return () => {
      left.current = true;
    };
  }, []);

  const failed = tried?.failed ?? null;
  const problem = saving.problem ?? trial.problem ?? failed?.problem ?? null;
  const steps = trialSteps.filter((step) =>
    step === 'genai'
      ? wanted.genaiUrl !== null
      : wanted.webApiUrl !== '' || step === 'reach' || step === 'tls',
  );
  const at = failed === null ? -1 : steps.indexOf(failed.step);
  const stateOf = (index: number) =>
    tried === null
      ? 'waiting'
      : at === -1 || index < at
        ? 'good'
        : index === at
          ? 'bad'
          : 'waiting';
  /** What to change before another check can pass. */
  const helps =
    failed?.problem?.code === 'tls-server-not-trusted'
      ? 'authority'
      : failed?.step === 'certificate'
        ? 'certificate'
        : failed?.problem?.code.startsWith('network-proxy')
          ? 'proxy'
          : null;
  const isStopped = !trial.busy && !saving.busy && (problem !== null || failed !== null);
  return (
    <div className="flex flex-col gap-4">
      <ol className="rounded-card border border-line bg-surface" aria-busy={trial.busy}>
        {steps.map((step, index) => (
          <Line
            key={step}
            step={step}
            state={stateOf(index)}
            isRunning={trial.busy && index === 0}
            machines={tried?.machines ?? null}
          />
        ))}
      </ol>
      {problem && (
        <ErrorBar
          error={problem}
          {...(helps === 'authority' && {
            // there is no system yet in whose settings it could be added
            text: { ...errorText(problem, t), next: t('connect.address.addAuthority') },
          })}
        />
      )}
      {failed !== null && failed.problem === null && (
        <p role="alert" className="text-down-text">
          {t('connect.check.notGenai')}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="quiet" className="-ml-3" disabled={saving.busy} onClick={onBack}>
          {t('start.back')}
        </Button>
        {isStopped && (
          <>
            <Button className="ml-auto" variant="quiet" onClick={save}>
              {t('connect.check.anyway')}
            </Button>
            <Button variant={helps ? 'plain' : 'primary'} onClick={() => void check()}>
              {t('connect.check.again')}
            </Button>
            {helps === 'certificate' && (
              <Button variant="primary" onClick={onCertificate}>
                {t('connect.check.certificate')}
              </Button>
            )}
            {helps === 'proxy' && (
              <Button variant="primary" onClick={onProxy}>
                {t('connect.check.proxy')}
              </Button>
            )}
            {helps === 'authority' && (
              <Button variant="primary" onClick={onAuthority}>
                {t('connect.fix.authority')}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
}

interface LineProps {
  readonly step: TrialStep;
  readonly state: 'waiting' | 'good' | 'bad';
  readonly isRunning: boolean;
  readonly machines: number | null;
}

function Line({ step, state, isRunning, machines }: LineProps) {
  const t = useT();
  const counts = step === 'status' && state === 'good' && machines !== null;
  return (
    <li className="flex min-h-10 items-center gap-3 border-line border-b px-4 last:border-b-0">
      {isRunning ? (
        <Spinner size={16} label={t('connect.check.running')} className="text-accent" />
      ) : state === 'good' ? (
        <CircleCheck size={16} aria-hidden className="text-up-text" />
      ) : state === 'bad' ? (
        <CircleAlert size={16} aria-hidden className="text-down-text" />
      ) : (
        <Circle size={16} aria-hidden className="text-text-faint" />
      )}
      <span className={state === 'waiting' ? 'text-text-soft' : ''}>
        {t(`connect.check.steps.${step}`)}
      </span>
      <span className="ml-auto text-small text-text-soft">
        {counts
          ? t('connect.check.machines', { count: machines })
          : t(`connect.check.state.${state}`)}
      </span>
    </li>
  );
}
