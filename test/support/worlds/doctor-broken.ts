import { describe, expect, test } from 'vitest';
import { languages } from '../../../common/texts/language.ts';
import { verdictText } from '../../../renderer/features/systems/doctor/texts.ts';
import { createLateTexts } from '../../../renderer/i18n/late.tsx';
import type { doctorServers } from '../servers/doctor-servers.ts';
import { findNginx } from '../servers/nginx.ts';
import { type Connection, diagnosis, examined } from './doctor.ts';
import { type DoctorPlace, doctorPlace } from './doctor-place.ts';
import { hasOpenssl, type Pki } from './pki.ts';

/** A connection that is broken in one way: what is found, by step, and how it is made. */
export type Broken = readonly [
  name: string,
  found: Readonly<Record<string, string>>,
  make: () => Promise<Connection>,
];

const isThere = (await hasOpenssl()) && (await findNginx()) !== null;

/** What broken connections are made of. */
export interface Workshop {
  readonly pki: () => Pki;
  readonly servers: ReturnType<typeof doctorServers>;
  /** The authority of the servers, as a system has it. */
  readonly ours: DoctorPlace['ours'];
  /** A Web API at that address, whose authority the system knows. */
  readonly webApi: (address: Promise<string>, more?: Partial<Connection>) => Promise<Connection>;
}

/** Tests that each is found by the doctor under its name, with sentences on screen in every language. */
export function diagnosed(kind: string, casesOf: (workshop: Workshop) => readonly Broken[]): void {
  if (!isThere) console.log(`skipped: the doctor ${kind} (no openssl or no nginx)`);
  describe.skipIf(!isThere)(`the doctor ${kind}`, () => {
    const place = doctorPlace();
    const { servers, ours } = place;
    const webApi: Workshop['webApi'] = async (address, more = {}) => ({
      ...{ service: 'webApi', system: { authorities: ours() }, address: await address },
      ...more,
    });

    test.each(casesOf({ pki: () => place.pki, servers, ours, webApi }))(
      '%s is diagnosed',
      async (_name, found, make) => {
        const result = await examined(place.database, await make());
        expect({ state: result.state, ...diagnosis(result) }).toEqual({ state: 'ended', ...found });
        for (const language of languages) {
          const texts = await createLateTexts(language);
          const t = (key: string, values?: object): string => texts.t(key, { ...values });
          for (const { verdict, state } of result.steps) {
            if (state !== 'bad' && state !== 'note') continue;
            const said = verdictText(verdict, t);
            expect([said?.what, said?.meaning, said?.next]).toEqual(
              Array.from({ length: 3 }, () =>
                expect.stringMatching(/^(?!.*\{\{)(?!(?:doctor|errors)\.).{8,}[.。）)]$/su),
              ),
            );
            const isJapanese = /[\u3040-\u30ff]/u.test(said?.what ?? '');
            expect(isJapanese, said?.what).toBe(language === 'ja');
          }
        }
      },
    );
  });
}
