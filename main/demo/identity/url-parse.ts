/** Polyfill for `URL.parse`, which oidc-provider uses and Node has from 22.1 on. */
export function provideUrlParse(): void {
  const known: { parse?: (url: string, base?: string) => URL | null } = URL;
  known.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);
}
