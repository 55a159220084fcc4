import type { ResourceValue } from '../../preload/contract/index.ts';
import type { Certificate } from '../../preload/contract/systems/certificates.ts';
import type { Followed } from './followed.ts';

export function certificateById(
  { value }: Followed<ResourceValue<'certificates'>>,
  id: string | null | undefined,
): Certificate | null {
  return value?.certificates.find((certificate) => certificate.id === id) ?? null;
}
