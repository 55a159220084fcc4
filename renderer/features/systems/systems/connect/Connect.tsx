import { FileCog } from 'lucide-react';
import { plainName } from '../../../../../common/texts/plain-name.ts';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../../i18n/index.ts';
import { LateTexts } from '../../../../i18n/late.tsx';
import { certificateById, useFollowed } from '../../../../kit/index.ts';
import { Button, ErrorBar } from '../../../../ui/index.ts';
import { hasHiddenContents, SystemFileContents, WaitingFile } from '../SystemFileContents.tsx';
import { AddressesStep, ChosenCertificate } from './AddressesStep.tsx';
import { CertificateStep } from './CertificateStep.tsx';
import { CheckStep } from './CheckStep.tsx';
import { FileCard } from './FileCard.tsx';
import { connectSteps, Steps } from './Steps.tsx';
import { type Beginning, useConnect } from './useConnect.ts';

interface ConnectProps extends Beginning {
  readonly heading: 'h1' | 'h2';
  readonly onSaved: (system: System) => void;
  /** Leaves; also the way back from the first step. */
  readonly onCancel: () => void;
}

/** Sets up a system in steps: its certificate, its addresses, a check. */
export default function Connect(props: ConnectProps) {
  return (
    <LateTexts>
      <InSteps {...props} />
    </LateTexts>
  );
}

function InSteps(props: ConnectProps) {
  const { byKey = false, heading: Heading, onSaved, onCancel } = props;
  const t = useT();
  const connect = useConnect(props, onSaved);
  const { addresses, step, setStep, file, given } = connect;
  return (
    <div className="@container">
      <div className="grid gap-x-10 gap-y-6 @min-[46rem]:grid-cols-[12rem_minmax(0,32.5rem)] @min-[46rem]:justify-center">
        <StepList connect={connect} byKey={byKey} />
        <div className="min-w-0 pb-6">
          <WaitingFile name={file.waiting} />
          {file.problem && (
            <ErrorBar className="mb-4" error={file.problem} onDismiss={file.forget} />
          )}
          <div className="mb-6 flex flex-col gap-3 empty:hidden">
            {given && (
              <FileCard
                icon={FileCog}
                title={plainName(given.fileName)}
                text={t('connect.file.filled')}
              >
                {hasHiddenContents(given) ? <SystemFileContents given={given} /> : null}
              </FileCard>
            )}
            {step !== 'certificate' && !byKey && (
              <ChosenCertificate
                certificateId={connect.certificateId}
                onChange={() => setStep('certificate')}
              />
            )}
          </div>
          <Heading className="mb-4 text-title font-semibold">
            {t(`connect.titles.${byKey && step === 'addresses' ? 'service' : step}`)}
          </Heading>
          {step === 'certificate' && <Certificate connect={connect} onCancel={onCancel} />}
          {step === 'addresses' && (
            <AddressesStep
              addresses={addresses}
              provider={connect.provider}
              byKey={byKey}
              onBack={connect.began === 'addresses' ? onCancel : () => setStep('certificate')}
              onConnect={() => setStep('check')}
            />
          )}
          {step === 'check' && (
            <CheckStep
              wanted={connect.wanted}
              onSave={connect.save}
              onBack={() => setStep('addresses')}
              onCertificate={() => setStep('certificate')}
              onAuthority={() => {
                setStep('addresses');
                addresses.leadToAuthority();
              }}
              onProxy={() => {
                setStep('addresses');
                addresses.leadToProxy();
              }}
            />
          )}
        </div>
      </div>
    </div>
  );
}

type Connecting = ReturnType<typeof useConnect>;

function StepList({ connect, byKey }: { readonly connect: Connecting; readonly byKey: boolean }) {
  const t = useT();
  const { step, addresses, certificateId } = connect;
  const { good, all } = addresses.counts;
  const certificate = certificateById(
    useFollowed((stores) => stores.certificates),
    certificateId,
  );
  const missing = t(
    step === 'certificate' ? 'connect.notes.certificate' : 'connect.certificate.none',
  );
  return (
    <Steps
      steps={byKey ? connectSteps.filter((one) => one !== 'certificate') : connectSteps}
      current={step}
      notes={{
        certificate: certificate?.name ?? missing,
        ...(step === 'addresses' && all > 0
          ? { addresses: t('connect.notes.addresses', { good, all }) }
          : {}),
        check: t(byKey ? 'connect.notes.chat' : 'connect.notes.machines'),
      }}
      onGo={connect.setStep}
    />
  );
}

interface CertificateProps {
  readonly connect: Connecting;
  readonly onCancel: () => void;
}

function Certificate({ connect, onCancel }: CertificateProps) {
  const t = useT();
  return (
    <>
      <p className="phrases -mt-3 mb-5 text-text-soft">{t('connect.hints.why')}</p>
      <CertificateStep arrival={connect.arrival} onDone={connect.done} onChosen={connect.choose} />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-2">
        <Button variant="quiet" className="-ml-3" onClick={onCancel}>
          {t('start.back')}
        </Button>
        <Button variant="quiet" onClick={() => connect.choose(null)}>
          {t('connect.certificate.without')}
        </Button>
      </div>
    </>
  );
}
