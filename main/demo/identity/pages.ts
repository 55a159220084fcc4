import type { Language } from '../../../common/texts/language.ts';
import { escapeHtml, htmlPage } from '../http/html-page.ts';
import type { ClientCertificate } from '../pki/index.ts';

const words = {
  en: {
    demo: 'Demo system. This is not a real identity provider.',
    signIn: 'Sign in',
    certificate: 'X509 client certificate:',
    loggedInAs: 'You will be logged in as:',
    application: 'Application:',
    continue: 'Continue',
    ignore: 'Ignore',
    noCertificate: 'No usable client certificate',
    none: 'The browser presented no client certificate. Import the demo certificate, then try again.',
    expired: 'The client certificate that was presented is not valid at this time.',
    foreign: 'The client certificate that was presented was not issued by this system.',
    'wrong-purpose': 'The certificate that was presented is not meant for client authentication.',
    tryAgain: 'Try again',
    error: 'We are sorry…',
    signOut: 'Sign out',
    signOutQuestion: 'Do you want to sign out?',
    signedOut: 'You are signed out.',
  },
  ja: {
    demo: 'デモシステムです。実際のIDプロバイダーではありません。',
    signIn: 'サインイン',
    certificate: 'X.509 クライアント証明書:',
    loggedInAs: '次のユーザーとしてログインします:',
    application: 'アプリケーション:',
    continue: '続ける (Continue)',
    ignore: '無視 (Ignore)',
    noCertificate: '使えるクライアント証明書がありません',
    none: 'クライアント証明書が提示されませんでした。デモの証明書をインポートしてから、もう一度お試しください。',
    expired: '提示されたクライアント証明書は現在有効ではありません。',
    foreign: '提示されたクライアント証明書は、このシステムが発行したものではありません。',
    'wrong-purpose': '提示された証明書はクライアント認証用ではありません。',
    tryAgain: 'もう一度試す',
    error: '申し訳ありません…',
    signOut: 'サインアウト',
    signOutQuestion: 'サインアウトしますか?',
    signedOut: 'サインアウトしました。',
  },
} as const;

/** Returns the X.509 confirm page, with Keycloak's ids and field names. */
export function confirmPage(
  language: Language,
  facts: { readonly subject: string; readonly user: string; readonly application: string },
): string {
  const text = words[language];
  return page(
    language,
    text.signIn,
    `<form id="kc-x509-login-info" method="post">
<p><label for="certificate_subjectDN">${text.certificate}</label><br>
<output id="certificate_subjectDN">${escapeHtml(facts.subject)}</output></p>
<p><label for="username">${text.loggedInAs}</label><br>
<output id="username">${escapeHtml(facts.user)}</output></p>
<p>${text.application} ${escapeHtml(facts.application)}</p>
<p class="buttons"><button type="submit" name="login" id="kc-login" value="Continue">${text.continue}</button>
<button type="submit" name="cancel" id="kc-cancel" value="Ignore">${text.ignore}</button></p>
</form>`,
  );
}

/** Explains why the certificate step cannot continue. */
export function certificateProblemPage(
  language: Language,
  kind: Exclude<ClientCertificate['kind'], 'accepted'>,
): string {
  const text = words[language];
  return page(
    language,
    text.noCertificate,
    `<p id="kc-error-message" data-reason="${kind}">${text[kind]}</p>
<p><a href="">${text.tryAgain}</a></p>`,
  );
}

export function errorPage(language: Language, error: string, description: string): string {
  const details = `<code>${escapeHtml(error)}</code> ${escapeHtml(description)}`;
  return page(language, words[language].error, `<p id="kc-error-message">${details}</p>`);
}

/** Asks before signing out; `form` is oidc-provider's form with the id `op.logoutForm`. */
export function signOutPage(language: Language, form: string): string {
  const text = words[language];
  return page(
    language,
    text.signOut,
    `<p>${text.signOutQuestion}</p>${form}
<p class="buttons"><button type="submit" form="op.logoutForm" name="logout" id="kc-logout" value="yes">${text.signOut}</button></p>`,
  );
}

export function signedOutPage(language: Language): string {
  return page(language, words[language].signOut, `<p>${words[language].signedOut}</p>`);
}

function page(language: Language, title: string, body: string): string {
  return htmlPage(language, title, body, words[language].demo);
}
