import { AppError } from '../../../preload/contract/errors.ts';
import type { Settings } from '../../../preload/contract/settings/settings.ts';
import { certificate, createWorld, facts, keyChoice, machine, system } from '../world.ts';
import { examined } from './doctor.ts';

const day = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * day).toISOString();

const machines = [
  machine('Altair', 'OK', 'up'),
  machine('Bellatrix-GPU', 'OK', 'up'),
  machine('Capella', 'NG', 'down', 'Scheduler does not answer since the power cut in hall 2'),
  machine('Deneb-Storage', 'under_maintenance', 'maintenance', 'Regular maintenance until 18:00'),
  machine('Electra', 'degraded', 'degraded', 'Some nodes are being repaired'),
  machine('Fomalhaut', 'OK', 'up'),
  machine('Gienah', 'rebooting', 'unknown'),
];
const certificates = [
  certificate('c1', 'taro.yamada', { usedBy: ['alpha', 'demo'] }),
  certificate('c2', 'Batch account', {
    leaf: facts('batch-7', { notAfter: at(18), keyType: 'EC P-256' }),
    checks: [
      { code: 'expires-soon', severity: 'warning', days: 18 },
      { code: 'chain-incomplete', severity: 'note' },
    ],
  }),
  certificate('c3', 'Old laptop', {
    leaf: facts('taro.yamada (laptop)', { notAfter: at(4) }),
    checks: [{ code: 'weak-signature', severity: 'warning', detail: 'SHA-1' }],
  }),
];
const systems = [
  system('alpha', 'Alpha', { certificateId: 'c1' }),
  system('demo', 'Demo', { kind: 'demo', certificateId: 'c1' }),
];

const build = {
  empty: (settings: Partial<Settings>) => createWorld({ settings }),
  full: (settings: Partial<Settings>) =>
    createWorld({ settings, systems, certificates, machines, selectedId: 'demo' }),
  trouble: (settings: Partial<Settings>) =>
    createWorld({
      settings,
      systems,
      certificates,
      machines,
      selectedId: 'alpha',
      machinesChange: {
        checkedAt: new Date(Date.now() - 11 * 60_000).toISOString(),
        problem: new AppError('network-timeout', {
          details: { host: 'api.alpha.example.org' },
          retryable: true,
        }).toData(),
      },
    }),
  bare: (settings: Partial<Settings>) =>
    createWorld({
      settings,
      systems: [system('alpha', 'Alpha')],
      machinesChange: { checkedAt: null, attemptedAt: null },
      vault: { state: 'not-set-up', protection: 'none', keychainProblem: 'no-keyring' },
    }),
};

/** The fake main of a scene by name, with the import of certificates answered. */
export function scene(name: string, settings: Partial<Settings>) {
  const world = (build[name as keyof typeof build] ?? build.full)(settings);
  let isKept = false;
  world.bridge.answer({
    'systems.openDemo': () => {
      throw new AppError('demo-not-running', { details: { reason: 'deadline' }, retryable: true });
    },
    'systems.readAuthorities': () => [
      {
        subject: 'CN=Example Centre Root CA,O=Example Centre,C=JP',
        notAfter: at(2000),
        fingerprint: facts('Example Root CA').fingerprint,
        pem: 'PEM',
      },
    ],
    'trial.reach': ({ field, address }) =>
      field === 'genai'
        ? {
            ...{ reached: false, fits: false, provider: null },
            problem: new AppError('network-name-not-found', {
              details: { host: new URL(address).host },
            }).toData(),
          }
        : { reached: true, fits: true, provider: null, problem: null },
    'doctor.snapshot': (of) => ({ ...of, ...examined }),
    'doctor.start': () => undefined,
    'certificates.read': ({ passphrase, fileName }) => {
      if (passphrase === null)
        throw new AppError('certificate-wrong-password', { details: { reason: 'needed' } });
      if (passphrase.trim() !== passphrase)
        throw new AppError('certificate-wrong-password', { details: { reason: 'trimmed-works' } });
      if (passphrase !== 'right')
        throw new AppError('certificate-wrong-password', { details: { reason: 'mismatch' } });
      return {
        readId: 'r1',
        fileName,
        proposedName: 'hanako.sato',
        leaf: facts('hanako.sato'),
        chain: [facts('Example Issuing CA'), facts('Example Root CA')],
        checks: [{ code: 'expires-soon', severity: 'warning', days: 21 }],
        strays: [facts('Unrelated CA')],
        keys: [keyChoice(0)],
        keyIndex: 0,
        duplicateOf: null,
        needsVault: name === 'bare',
      };
    },
    'certificates.keep': ({ name: kept }) => {
      if (name === 'bare' && !isKept) {
        isKept = true;
        throw new AppError('vault-not-set-up');
      }
      return world.keepCertificate(certificate('kept', kept));
    },
    'certificates.exportPem': () => ({ kind: 'saved', path: '/exports/taro.yamada.pem' }),
    'certificates.rename': ({ id, name: renamed }) => certificate(id, renamed),
  });
  return world;
}
