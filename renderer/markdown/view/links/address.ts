/** The address as it may be opened, or null. */
export { externalAddress as openable } from '../../../../preload/contract/external-address.ts';

/** A picture that comes with the text and asks nobody for anything. */
export function isInlinePicture(href: string): boolean {
  return /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i.test(href);
}
