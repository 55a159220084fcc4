import type { Certificate } from '../../preload/contract/certificates.ts';
import type { EventPayload } from '../../preload/contract/index.ts';
import type { Client } from '../client/index.ts';
import { type Followed, type FollowedStore, follow } from './followed.ts';

type CertificatesState = EventPayload<'certificates.changed'>;
export type CertificatesStore = FollowedStore<CertificatesState>;

export function createCertificatesStore(client: Client): CertificatesStore {
  return follow(client, () => client.call('certificates.snapshot'), 'certificates.changed');
}

export function certificateById(
  { value }: Followed<CertificatesState>,
  id: string | null | undefined,
): Certificate | null {
  return value?.certificates.find((certificate) => certificate.id === id) ?? null;
}
