import {
  ChevronRight,
  FileCog,
  FileKey2,
  FlaskConical,
  KeyRound,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { systemFileEnding } from '../../../../preload/contract/systems/system-choices.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient, useFollowed, useStores } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { useSystemArrival } from '../../../kit/useArrival.ts';
import { Progress } from '../../../ui/data/Progress.tsx';
import { Button, cx, ErrorBar, onDemand, Spinner } from '../../../ui/index.ts';
import { certificateFiles, useFilePicker } from '../certificates/index.ts';
import type { Beginning } from './connect/useConnect.ts';
import { useSystemFile } from './useSystemFile.ts';

const OperatorSystems = onDemand(() => import('./OperatorSystems.tsx'));

interface ChoicesProps {
  /** Files are being dragged over the window. */
  readonly over: boolean;
  /** Name of a file that was dropped and is none of the app's; null for none. */
  readonly foreign: string | null;
  readonly onBegin: (beginning: Beginning) => void;
}

/** Asks what the user has: a certificate file, an operator's file, an API key, or nothing: the demo. */
export function Choices({ over, foreign, onBegin }: ChoicesProps) {
  const t = useT();
  const client = useClient();
  const { route, openedFiles } = useStores();
  const waits = useStore(openedFiles, ({ waiting }) => waiting.length > 0);
  const system = useSystemArrival();
  const { value: policy } = useFollowed((stores) => stores.policy);
  const hasOperator =
    policy !== null && (policy.systems.length > 0 || Object.values(policy.texts).some(Boolean));
  const { busy, problem, attempt } = useAction();
  const file = useSystemFile(!busy, (given) => onBegin({ given }));
  const setup = useFilePicker(systemFileEnding, openedFiles.add);
  const openDemo = async () => {
    const before = route.getState();
    const opened = await attempt(() => client.call('systems.openDemo'));
    // a user who has navigated meanwhile stays there
    if (opened && route.getState() === before) route.replace({ screen: 'machines' });
  };
  // the form takes the certificate, filled from the system's file if one came with it
  const begins = waits && !busy && !file.busy && file.problem === null && system === null;
  useEffect(() => {
    if (begins) onBegin({});
  }, [begins, onBegin]);
  return (
    <>
      {problem && <ErrorBar className="mb-4" error={problem} onRetry={() => void openDemo()} />}
      {hasOperator && <OperatorSystems policy={policy} busy={busy} onBegin={onBegin} />}
      <h2 className="mb-2 text-body font-semibold">{t('start.have.question')}</h2>
      <Drop over={over} busy={file.busy} />
      <p role="alert" className="pt-2 text-down-text empty:hidden">
        {foreign !== null && t('common.drop.notHere', { name: foreign })}
      </p>
      {file.problem && <ErrorBar className="mt-2" error={file.problem} onDismiss={file.forget} />}
      <div className="mt-4 overflow-hidden rounded-card border border-line bg-surface">
        <Choice
          icon={FileCog}
          title={t('start.have.setup.title')}
          text={t('start.have.setup.text')}
          disabled={busy}
          onChoose={setup.choose}
        />
        <Choice
          icon={KeyRound}
          title={t('start.have.key.title')}
          text={t('start.have.key.text')}
          disabled={busy}
          onChoose={() => onBegin({ byKey: true })}
        />
        <Choice
          icon={FlaskConical}
          title={t('start.demo.title')}
          text={t('start.demo.text')}
          disabled={busy}
          onChoose={() => void openDemo()}
        />
      </div>
      {setup.input}
      <div className="mt-4 -ml-2 flex flex-wrap gap-x-2">
        <Button variant="quiet" onClick={() => onBegin({ byHand: true })}>
          {t('start.have.byHand')}
        </Button>
        <Button variant="quiet" onClick={() => route.go({ screen: 'settings', part: 'restore' })}>
          {t('frame.damage.restore')}
        </Button>
        <Button className="ml-auto" variant="quiet" onClick={() => route.go({ screen: 'guide' })}>
          {t('frame.screens.guide')}
        </Button>
      </div>
      {/* reserves its place, so that nothing moves when it appears */}
      <div className="h-9">{busy && <Progress label={t('start.demo.starting')} />}</div>
    </>
  );
}

/** Takes a certificate or an operator's file; what is dropped elsewhere in the window comes here too. */
function Drop({ over, busy }: { readonly over: boolean; readonly busy: boolean }) {
  const t = useT();
  const { openedFiles } = useStores();
  const { choose, input } = useFilePicker(
    `${certificateFiles},${systemFileEnding}`,
    openedFiles.add,
  );
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame of its own
    <div
      role="group"
      aria-label={t('start.have.certificate.title')}
      className={cx(
        'flex flex-wrap items-center gap-4 rounded-card border p-6',
        over ? 'border-accent bg-accent-soft' : 'border-line-control border-dashed bg-surface',
      )}
    >
      <span className="flex size-12 shrink-0 items-center justify-center rounded-card bg-accent-soft text-accent-text">
        {busy ? (
          <Spinner size={24} label={t('common.working')} />
        ) : (
          <FileKey2 size={24} aria-hidden />
        )}
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-heading font-semibold">{t('start.have.certificate.title')}</h3>
        <p className="phrases text-small text-text-soft">
          {t(over ? 'common.drop.release' : 'start.have.certificate.text')}
        </p>
      </div>
      <Button ref={button} variant="primary" busy={busy} onClick={choose}>
        {t('start.have.choose')}
      </Button>
      {input}
    </div>
  );
}

interface ChoiceProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly disabled: boolean;
  readonly onChoose: () => void;
}

function Choice({ icon: Icon, title, text, disabled, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onChoose}
      className="flex min-h-15 w-full items-center gap-4 border-line border-b px-4 py-2 text-left -outline-offset-2 last:border-b-0 hover:bg-hover disabled:pointer-events-none disabled:opacity-45"
    >
      <Icon size={20} strokeWidth={1.8} aria-hidden className="shrink-0 text-text-faint" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="phrases block text-small text-text-soft">{text}</span>
      </span>
      <ChevronRight size={15} aria-hidden className="shrink-0 text-text-faint" />
    </button>
  );
}
