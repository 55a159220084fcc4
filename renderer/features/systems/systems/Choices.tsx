import { FileKey2, FlaskConical, KeyRound, type LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { systemFileEnding } from '../../../../preload/contract/systems/system-choices.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient, useStores } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { useSystemArrival } from '../../../kit/useArrival.ts';
import { Progress } from '../../../ui/data/Progress.tsx';
import { Button, DropZone, ErrorBar } from '../../../ui/index.ts';
import { certificateFiles } from '../certificates/index.ts';
import { OfSite } from './OfSite.tsx';
import { type GivenSystem, useSystemFile } from './useSystemFile.ts';

/** The user's starting point, which fills the form. */
export interface Beginning {
  readonly given?: GivenSystem;
  readonly byKey?: boolean;
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
      className="flex flex-col items-start gap-2 rounded-card border border-line-strong bg-surface p-5 text-left hover:border-accent hover:bg-accent-soft disabled:pointer-events-none disabled:opacity-45"
    >
      <Icon size={24} strokeWidth={1.6} aria-hidden className="text-accent-text" />
      <span className="mt-2 text-heading font-semibold text-text">{title}</span>
      <span className="phrases text-body text-text-soft">{text}</span>
    </button>
  );
}

/** Asks for the starting point: a certificate file, an API key, an operator's file, or nothing: the demo. */
export function Choices({ onBegin }: { readonly onBegin: (beginning: Beginning) => void }) {
  const t = useT();
  const client = useClient();
  const { route, openedFiles } = useStores();
  const waits = useStore(openedFiles, ({ waiting }) => waiting.length > 0);
  const system = useSystemArrival();
  const { busy, problem, attempt } = useAction();
  const file = useSystemFile(!busy, (given) => onBegin({ given }));
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
    <div className="flex w-full max-w-190 flex-col gap-5">
      {problem && <ErrorBar error={problem} onRetry={() => void openDemo()} />}
      {file.problem && <ErrorBar error={file.problem} onDismiss={file.forget} />}
      <h2 className="text-center text-heading">{t('start.have.question')}</h2>
      <div className="grid gap-4 sm:grid-cols-3">
        <Choice
          icon={FileKey2}
          title={t('start.have.certificate.title')}
          text={t('start.have.certificate.text')}
          disabled={busy}
          onChoose={() => onBegin({})}
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
      <OfSite busy={busy} onBegin={onBegin} />
      <DropZone
        label={t('start.have.drop')}
        hint={t('start.have.dropHint')}
        accept={`${certificateFiles},${systemFileEnding}`}
        multiple
        busy={file.busy}
        onFiles={openedFiles.add}
      />
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="quiet" onClick={() => route.go({ screen: 'guide' })}>
          {t('frame.screens.guide')}
        </Button>
        <Button variant="quiet" onClick={() => route.go({ screen: 'settings', part: 'restore' })}>
          {t('frame.damage.restore')}
        </Button>
      </div>
      {/* reserves its place, so that nothing moves when it appears */}
      <div className="h-9">{busy && <Progress label={t('start.demo.starting')} />}</div>
    </div>
  );
}
