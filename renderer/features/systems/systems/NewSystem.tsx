import { useState } from 'react';
import { isOwnFile } from '../../../../preload/contract/systems/own-files.ts';
import { systemFileEnding } from '../../../../preload/contract/systems/system-choices.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useSystemArrival } from '../../../kit/useArrival.ts';
import { DropZone, ErrorBar } from '../../../ui/index.ts';
import { FileWaits, GivenNotice } from './GivenNotice.tsx';
import SystemForm from './SystemForm.tsx';
import { type GivenSystem, useSystemFile } from './useSystemFile.ts';

interface NewSystemProps {
  /** The starting point from the first page. */
  readonly given?: GivenSystem | null;
  /** The user has a key of the generative AI, and perhaps nothing else. */
  readonly byKey?: boolean;
  readonly onSaved: (system: System) => void;
  readonly onCancel?: () => void;
}

/** Sets up a system: by hand, or from an operator's file, which fills the form. */
export default function NewSystem(props: NewSystemProps) {
  const { byKey = false, onSaved, onCancel } = props;
  const t = useT();
  const waits = useSystemArrival() !== null;
  const [given, setGiven] = useState(props.given ?? null);
  const [fill, setFill] = useState(0);
  // a certificate imported here stays when the form is filled again
  const [certificateId, setCertificateId] = useState<string | null>(null);
  const { openedFiles } = useStores();
  const { busy, problem, waiting, take, forget } = useSystemFile(given === null, (next) => {
    setGiven(next);
    setFill((count) => count + 1);
  });
  return (
    <>
      <FileWaits name={waiting} />
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      {given === null ? (
        <div className="mb-5">
          <DropZone
            label={t('start.file.drop')}
            hint={t('start.file.hint')}
            accept={systemFileEnding}
            multiple
            busy={busy}
            onFiles={(files) => {
              openedFiles.add(files.filter(({ name }) => isOwnFile(name)));
              const other = files.find(({ name }) => !isOwnFile(name));
              if (other) void take(other);
            }}
          />
        </div>
      ) : (
        <GivenNotice given={given} />
      )}
      <SystemForm
        key={fill}
        system={null}
        proposal={given?.proposal ?? null}
        filling={busy || (given === null && problem === null && waits)}
        certificateId={certificateId}
        onCertificate={setCertificateId}
        byKey={byKey}
        onSaved={onSaved}
        {...(onCancel && { onCancel })}
      />
    </>
  );
}
