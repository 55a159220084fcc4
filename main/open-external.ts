import { externalAddress } from '../common/addresses/external-address.ts';
import { AppError } from '../preload/contract/errors.ts';
import type { Host } from './base/host.ts';

/**
 * Opens an address outside the app.
 * @returns `address`: what the page's own browser must open instead, if there is no other
 * @throws AppError `address-invalid`: not an address for other programs
 */
export async function openExternal(
  host: Pick<Host, 'openExternal' | 'leave'>,
  url: string,
): Promise<{ opened: boolean; address: string | null }> {
  const address = externalAddress(url);
  if (address === null) throw new AppError('address-invalid');
  if (await host.openExternal(address)) return { opened: true, address: null };
  const leaves = address.startsWith('mailto:') ? undefined : host.leave;
  return { opened: false, address: leaves?.(address) ?? address };
}
