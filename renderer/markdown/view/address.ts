/** The address as it may be opened, or null: only the web and mail, always absolute. */
export function openable(href: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return null;
  return new URL(href).href;
}

/** A picture that comes with the text and asks nobody for anything. */
export function isInlinePicture(href: string): boolean {
  return /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i.test(href);
}
