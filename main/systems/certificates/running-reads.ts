import type { Emit } from '../../../preload/contract/index.ts';
import type {
  CertificateFacts,
  KeyChoice,
  ReadCertificate,
} from '../../../preload/contract/systems/certificates.ts';
import type { FailureOutcome, ReadProgress } from '../../base/x509/reader/index.ts';
import { keyLabel } from './key-label.ts';
import type { ReaderWorker } from './reader-worker.ts';
import { usesOf } from './uses.ts';
import type { DescribedCertificate, FileContents, FileToRead } from './worker-methods.ts';

/** Minimum time between progress reports within a phase, ms. */
const progressInterval = 100;

/** Running reads, each under the name from its caller. */
export function createRunningReads(worker: ReaderWorker, emit: Emit, now: () => Date) {
  const running = new Map<string, AbortController>();

  return {
    /** @throws AppError of the `certificate-*` codes; `cancelled` after `cancel` */
    async read(file: FileToRead, attempt: string | undefined): Promise<FileContents> {
      const source = { ...file, now: now().getTime() };
      if (attempt === undefined) return worker.request('read', source);
      const controller = new AbortController();
      let toldAt = 0;
      let toldPhase = '';
      running.set(attempt, controller);
      try {
        return await worker.request('read', source, {
          signal: controller.signal,
          onProgress(value) {
            const { phase, fraction } = value as ReadProgress;
            const at = performance.now();
            if (phase === toldPhase && at - toldAt < progressInterval) return;
            toldAt = at;
            toldPhase = phase;
            emit('certificates.progress', { attempt, phase, fraction });
          },
        });
      } finally {
        running.delete(attempt);
      }
    },
    cancel(attempt: string): void {
      running.get(attempt)?.abort();
    },
    clear(): void {
      for (const controller of running.values()) controller.abort();
    },
  };
}

type KeyProblem = NonNullable<KeyChoice['problem']>;

/** Returns the preview of a file before it is stored. */
export function previewOf(
  contents: FileContents,
  rest: Pick<ReadCertificate, 'readId' | 'fileName' | 'checks' | 'duplicateOf' | 'needsVault'>,
): ReadCertificate {
  return {
    ...rest,
    proposedName: contents.proposedName,
    leaf: factsOf(contents.leaf),
    chain: contents.chain.map(factsOf),
    strays: contents.strays.map(factsOf),
    keys: contents.keys.map(({ index, keyType, bits, friendlyName, leaf, problem }) => ({
      index,
      keyType: keyType === null ? null : keyLabel(keyType, bits),
      friendlyName,
      certificate: leaf === null ? null : factsOf({ description: leaf }),
      uses: leaf === null ? [] : usesOf(leaf),
      problem: problem === null ? null : (problems[problem] ?? 'unsupported'),
    })),
    keyIndex: contents.keyIndex,
  };
}

const problems: Partial<Record<FailureOutcome, KeyProblem>> = {
  'wrong-password': 'passphrase',
  malformed: 'damaged',
};

export function factsOf({
  description,
}: Pick<DescribedCertificate, 'description'>): CertificateFacts {
  const { subject, issuer, serial, notBefore, notAfter, sha256, keyType, keyBits } = description;
  return {
    subject: subject.text,
    issuer: issuer.text,
    serialNumber: serial,
    notBefore,
    notAfter,
    fingerprint: sha256,
    keyType: keyLabel(keyType, keyBits),
  };
}
