import type { Locator } from 'playwright';
import { expect } from 'vitest';
import type { Examination } from '../../../../preload/contract/systems/doctor.ts';
import type { Session } from '../../../../preload/contract/systems/session.ts';
import { patience } from '../../../support/patience.ts';
import { byPalette, press, tell, type Walk, type World } from './world.ts';

/** These stand on what a provider or a server of another place does; main's word for it is enough for the window. */
const at = '2026-11-20T09:00:00.000Z';

const sessionOf = (world: World) =>
  world.call<Session>('session.snapshot', { systemId: world.systemId });

const asBefore = async (world: World) => tell(world, 'session.changed', await sessionOf(world));

const offered = {
  fingerprint: 'ab'.repeat(32),
  subject: 'CN=Demo User,O=Demo',
  issuer: 'CN=Demo Authority',
  notBefore: at,
  notAfter: '2027-11-20T09:00:00.000Z',
};

export const ofSession: readonly Walk[] = [
  {
    site: 'features/systems/session/SessionSheet.tsx SideSheet 2',
    what: 'without an identity provider',
    name: (t) => t('session.title'),
    async open(world) {
      const session = await sessionOf(world);
      await tell(world, 'session.changed', { ...session, missing: ['identity-provider'] });
      return byPalette('session')(world);
    },
    after: asBefore,
  },
  {
    site: 'features/systems/session/SignOut.tsx ConfirmDialog',
    role: 'alertdialog',
    name: (t) => t('session.signOutTitle'),
    async open(world) {
      await byPalette('session')(world);
      const cause = { code: 'signed-in', at, problem: null } as const;
      await tell(world, 'session.changed', { ...(await sessionOf(world)), state: 'active', cause });
      return press(world, 'session.signOut');
    },
    after: asBefore,
  },
  {
    site: 'features/systems/session/CertificateRequest.tsx Dialog',
    name: (t) => t('signIn.choose.title'),
    async open(world) {
      await byPalette('session')(world);
      const sheet = world.page.getByRole('dialog', { name: world.t('session.title') });
      const signIn = sheet.getByRole('button', { name: world.t('session.signIn'), exact: true });
      await signIn.focus();
      const certificateRequest = { id: 'r', host: 'provider.example', certificates: [offered] };
      await tell(world, 'session.changed', {
        ...(await sessionOf(world)),
        state: 'authorizing',
        attempt: {
          id: 'a',
          way: 'window',
          phase: 'waiting',
          startedAt: at,
          deadline: at,
          authorizeUrl: null,
          opened: true,
          redirectUrl: 'compute-desk://oauth/callback',
          certificateRequest,
        },
      });
      // gone while the sign-in runs, and there again when main has ended it
      return signIn;
    },
    // the answer is `none of them`, and main takes its question back
    closes: asBefore,
  },
];

/** What the doctor has found, of a server whose certificate the user has to decide about. */
async function found(world: World, code: string, remedy: string): Promise<Locator> {
  const { t, systemId, page } = world;
  const snapshot = () =>
    world.call<Examination>('doctor.snapshot', { systemId, service: 'webApi' });
  const before = await snapshot();
  await byPalette('doctor')(world);
  const dialog = page.getByRole('dialog', { name: t('doctor.title') });
  // it starts when it is opened unless it runs: its own end comes first
  const hasEnded = async () => {
    const { state, startedAt } = await snapshot();
    return state === 'ended' && (before.state === 'running' || startedAt !== before.startedAt);
  };
  await expect.poll(hasEnded, { timeout: patience(30_000) }).toBe(true);
  const examination: Examination = {
    systemId,
    service: 'webApi',
    state: 'ended',
    startedAt: at,
    steps: [
      {
        id: 'trust',
        state: 'bad',
        time: 12,
        verdict: {
          kind: 'trouble',
          code: code as 'trust-self-signed',
          values: { host: 'localhost', name: 'Test', from: 'Test', issuer: 'Test' },
        },
        facts: [
          { name: 'chain', values: ['CN=localhost'] },
          { name: 'fingerprint', values: ['AB'.repeat(32)] },
          { name: 'caIssuers', values: ['http://authority.example/issuer.cer'] },
        ],
      },
    ],
  };
  const button = dialog.getByRole('button', { name: t(remedy), exact: true });
  await tell(world, 'doctor.changed', examination);
  await button.press('Enter');
  return button;
}

export const ofDoctor: readonly Walk[] = [
  {
    site: 'features/systems/doctor/PinDialog.tsx DecisionDialog',
    name: (t) => t('doctor.pin.title'),
    describes: { 'doctor.pin.typed': 'doctor.pin.typedHint' },
    open: (world) => found(world, 'trust-self-signed', 'doctor.actions.pin'),
    fails: (dialog, { t }) => dialog.getByLabel(t('doctor.pin.typed')).fill('CD'.repeat(32)),
  },
  {
    site: 'features/systems/doctor/IssuerDialog.tsx DecisionDialog',
    name: (t) => t('doctor.issuer.title'),
    open: (world) => found(world, 'trust-incomplete', 'doctor.actions.issuer'),
  },
];
