import { CircleAlert, CircleCheck, Copy, Square, Stethoscope } from 'lucide-react';
import { useState } from 'react';
import type { Examination } from '../../../../preload/contract/systems/doctor.ts';
import type { AddressField, System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useFollowed, useStores } from '../../../kit/index.ts';
import {
  Button,
  Checkbox,
  Dialog,
  ErrorBar,
  Segmented,
  useCopy,
  useToasts,
} from '../../../ui/index.ts';
import { IssuerDialog } from './IssuerDialog.tsx';
import { PinDialog } from './PinDialog.tsx';
import type { Remedy } from './remedies.ts';
import { StepList } from './StepList.tsx';
import { reportOf, summary } from './texts.ts';
import { useExamination } from './useExamination.ts';

interface DoctorDialogProps {
  readonly systemId: string;
  /** The first service to examine; null for the system's first one. */
  readonly service: AddressField | null;
  readonly onClose: () => void;
}

const order = ['webApi', 'identityProvider', 'genai'] as const;

const addressesOf = ({ webApiUrl, authUrl, genaiUrl }: System) => ({
  webApi: webApiUrl,
  identityProvider: authUrl,
  genai: genaiUrl,
});

function servicesOf(system: System): AddressField[] {
  const addresses = addressesOf(system);
  return order.filter((one) => addresses[one] !== null && addresses[one] !== '');
}

/** Shows the connection to a system's service, step by step, while main examines it. */
export default function DoctorDialog(props: DoctorDialogProps) {
  return (
    <LateTexts>
      <Examined {...props} />
    </LateTexts>
  );
}

function Examined({ systemId, service, onClose }: DoctorDialogProps) {
  const t = useT();
  const { client, route, overlay, vault, commands } = useStores();
  const toasts = useToasts();
  const { copy } = useCopy();
  const [completion, setCompletion] = useState(false);
  const [chosen, setChosen] = useState(service);
  const [deciding, setDeciding] = useState<'pin' | 'issuer' | null>(null);
  const systems = useFollowed((stores) => stores.systems).value?.systems ?? [];
  const system = systems.find(({ id }) => id === systemId);
  const services = system === undefined ? [] : servicesOf(system);
  const present = chosen ?? services[0] ?? 'webApi';
  const of = { systemId, service: present };
  const { examination, running, trouble, forget, attempt, start, stop } = useExamination(of);

  const copyReport = () =>
    attempt(async () => {
      await copy(reportOf(await client.call('doctor.shareable', of), t));
      toasts.show({ text: t('doctor.copied') });
    });
  const remedies: Record<Remedy, () => void> = {
    system: () => route.go({ screen: 'systems', systemId }),
    proxy: () => route.go({ screen: 'systems', systemId }),
    pin: () => setDeciding('pin'),
    issuer: () => setDeciding('issuer'),
    certificates: () => route.go({ screen: 'certificates' }),
    session: () => overlay.setState({ open: { kind: 'session' } }),
    keys: () => void commands.ask('keys'),
    unlock: () =>
      void vault.ask('unlock').then((open) => (open === null ? null : start(completion))),
  };
  const mend = (remedy: Remedy) => {
    if (!['unlock', 'pin', 'issuer'].includes(remedy)) onClose();
    remedies[remedy]();
  };
  const address = system === undefined ? null : addressesOf(system)[present];
  const facts = examination?.steps.find(({ id }) => id === 'trust')?.facts ?? [];
  const decided = {
    of,
    facts,
    onClose: () => setDeciding(null),
    host: address !== null && URL.canParse(address) ? new URL(address).host : '',
  };
  const goAgain = () => {
    setDeciding(null);
    void start(completion);
  };
  const wasTaken = examination !== null && examination.state !== 'never';
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('doctor.title')}
      description={t('doctor.text')}
      footer={
        <Actions
          wasTaken={wasTaken}
          running={running}
          onCopy={() => void copyReport()}
          onStop={() => void stop()}
          onStart={() => void start(completion)}
        />
      }
    >
      <div className="space-y-4">
        {trouble && <ErrorBar error={trouble} onDismiss={forget} />}
        <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
          {services.length > 1 && (
            <Segmented
              label={t('doctor.service')}
              labelHidden
              value={present}
              options={services.map((value) => ({ value, label: t(`doctor.services.${value}`) }))}
              onValueChange={setChosen}
            />
          )}
          {present === 'genai' && (
            <Checkbox
              label={t('doctor.completion')}
              hint={t('doctor.completionHint')}
              checked={completion}
              onCheckedChange={setCompletion}
            />
          )}
        </div>
        {examination && (
          <>
            <Summary examination={examination} />
            <StepList key={present} examination={examination} onRemedy={mend} />
          </>
        )}
      </div>
      {deciding === 'pin' && <PinDialog {...decided} onPinned={goAgain} />}
      {deciding === 'issuer' && <IssuerDialog {...decided} onKept={goAgain} />}
    </Dialog>
  );
}

/** The result in one line, with the mark of success or failure once it is known. */
function Summary({ examination }: { readonly examination: Examination }) {
  const t = useT();
  const isBad = examination.steps.some(({ state }) => state === 'bad');
  const mark = isBad ? (
    <CircleAlert size={18} aria-hidden className="shrink-0 text-down-text" />
  ) : (
    <CircleCheck size={18} aria-hidden className="shrink-0 text-up-text" />
  );
  return (
    <p role="status" className="flex items-center gap-2 font-medium">
      {examination.state === 'ended' && mark}
      {summary(examination, t)}
    </p>
  );
}

function Actions(props: {
  /** Some results are known already. */
  readonly wasTaken: boolean;
  readonly running: boolean;
  readonly onCopy: () => void;
  readonly onStop: () => void;
  readonly onStart: () => void;
}) {
  const { wasTaken, running, onCopy, onStop, onStart } = props;
  const t = useT();
  return (
    <>
      {wasTaken && (
        <Button icon={Copy} disabled={running} title={t('doctor.copyText')} onClick={onCopy}>
          {t('doctor.copy')}
        </Button>
      )}
      {running ? (
        <Button icon={Square} onClick={onStop}>
          {t('doctor.stop')}
        </Button>
      ) : (
        <Button variant="primary" icon={Stethoscope} onClick={onStart}>
          {t(wasTaken ? 'doctor.again' : 'doctor.start')}
        </Button>
      )}
    </>
  );
}
