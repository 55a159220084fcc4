import type { useT } from '../../../../i18n/index.ts';

/** What goes along with a request, in words. */
export function identityOf(
  t: ReturnType<typeof useT>,
  { certificate, token }: { readonly certificate: boolean; readonly token: boolean },
): string {
  if (certificate && token) return t('console.identity.both');
  if (certificate) return t('console.identity.certificate');
  return t(token ? 'console.identity.token' : 'console.identity.none');
}
