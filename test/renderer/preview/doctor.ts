import { AppError } from '../../../preload/contract/errors.ts';
import type { DoctorStep, Examination } from '../../../preload/contract/systems/doctor.ts';

const step = (
  id: DoctorStep['id'],
  time: number,
  state: DoctorStep['state'],
  verdict: DoctorStep['verdict'],
  facts: DoctorStep['facts'] = [],
): DoctorStep => ({ id, time, state, verdict, facts });

/** A service whose server asks for another certificate, as the doctor finds it. */
export const examined: Omit<Examination, 'systemId' | 'service'> = {
  state: 'ended',
  startedAt: '2026-01-05T03:04:05.000Z',
  steps: [
    step(
      ...(['address', 1, 'good'] as const),
      { kind: 'fine', code: 'address', values: { host: 'api.alpha.example.org' } },
      [{ name: 'address', values: ['https://api.alpha.example.org'] }],
    ),
    step('proxy', 0, 'good', { kind: 'fine', code: 'proxy-none', values: {} }),
    step('lookup', 12, 'good', { kind: 'fine', code: 'lookup-found', values: {} }, [
      { name: 'addresses', values: ['192.0.2.17', '2001:db8::17'] },
    ]),
    step('connect', 31, 'note', { kind: 'trouble', code: 'connect-some', values: {} }, [
      { name: 'answered', values: ['192.0.2.17'] },
      { name: 'silent', values: ['2001:db8::17'] },
    ]),
    step('tls', 58, 'good', { kind: 'fine', code: 'tls', values: {} }, [
      { name: 'versions', values: ['TLSv1.3', 'TLSv1.2'] },
      { name: 'suite', values: ['TLS_AES_256_GCM_SHA384'] },
    ]),
    step('trust', 2, 'good', { kind: 'fine', code: 'trust-public', values: {} }),
    step(
      ...(['clientCertificate', 61, 'bad'] as const),
      {
        kind: 'trouble',
        code: 'certificate-other-authority',
        values: { issuer: 'CN=Example Issuing CA,O=Example Centre,C=JP' },
      },
      [
        { name: 'accepted', values: ['CN=Another Users CA,O=Another Centre,C=JP'] },
        { name: 'ours', values: ['CN=Example Issuing CA,O=Example Centre,C=JP'] },
      ],
    ),
    step(
      ...(['http', 40, 'bad'] as const),
      {
        kind: 'problem',
        problem: new AppError('tls-client-certificate-rejected', {
          details: { host: 'api.alpha.example.org', server: 'The SSL certificate error' },
        }).toData(),
      },
      [{ name: 'status', values: ['400'] }],
    ),
    step('clock', 0, 'good', { kind: 'fine', code: 'clock', values: {} }),
  ],
};
