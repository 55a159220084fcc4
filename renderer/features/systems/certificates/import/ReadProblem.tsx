import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import { useT } from '../../../../i18n/index.ts';
import { LateTexts } from '../../../../i18n/late.tsx';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { Copyable, ErrorBar } from '../../../../ui/index.ts';
import { readProblemText } from './readProblemText.ts';

interface ReadProblemProps {
  readonly problem: AppErrorData;
  readonly fileName: string;
}

/** Why a file cannot be imported: what it is, what that means, and what to do. */
export function ReadProblem(props: ReadProblemProps) {
  return (
    <LateTexts>
      <Explained {...props} />
    </LateTexts>
  );
}

function Explained({ problem, fileName }: ReadProblemProps) {
  const t = useT();
  const format = useFormat();
  const command = conversion(problem, fileName);
  return (
    <div className="flex flex-col gap-3">
      <ErrorBar error={problem} text={readProblemText(problem, t, format)} />
      {command !== null && <Copyable name={t('certificates.convert')} value={command} />}
    </div>
  );
}

/** Java's own tool to convert its keystores to PKCS#12. */
function conversion({ details }: AppErrorData, fileName: string): string | null {
  const types: Readonly<Record<string, string>> = {
    'java-keystore': 'JKS',
    'java-jceks-keystore': 'JCEKS',
  };
  const type = types[String(details.kind)];
  if (type === undefined) return null;
  // a name with shell syntax is not put into a command to be copied
  const file = /^\w[\w.-]*$/.test(fileName) ? fileName : 'old.jks';
  const from = `-srckeystore ${file} -srcstoretype ${type}`;
  return `keytool -importkeystore ${from} -destkeystore new.p12 -deststoretype PKCS12`;
}
