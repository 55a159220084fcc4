/** oidc-provider uses `URL.parse`, which Node has from 22.1 on; on Node 20 this puts it there. */
export function provideUrlParse(): void {
  const known: { parse?: (url: string, base?: string) => URL | null } = URL;
  known.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);
}
