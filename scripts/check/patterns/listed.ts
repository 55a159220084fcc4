/** An unproven expression, and why it may stay: its text is our own or short. */
export interface Listed {
  readonly file: string;
  /** As `/source/flags`; null for one created at run time. */
  readonly name: string | null;
  readonly because: string;
}

function of(file: string, because: string, names: readonly (string | null)[]): Listed[] {
  return names.map((name) => ({ file, name, because }));
}

export const listed: readonly Listed[] = [
  ...of('renderer/attachments/taking/glob.ts', 'the user types it, a line or two', [
    '/[\\n,](?![^{\\n]*\\})/',
  ]),
  ...of('common/addresses/redirect-urls.ts', 'it looks ahead 32 characters at most', [
    '/[,;](?=$|[/*,;]|[a-z][a-z0-9+.-]{0,30}:\\/)/i',
  ]),
  ...of('main/hosts/content-security-policy.ts', "the page of the diagrams' frame is our own", [
    '/<script[^>]*>([\\s\\S]*?)<\\/script>/g',
  ]),
];
