import type { Language } from '../../../../common/texts/language.ts';
import type { ErrorCode } from '../../../../preload/contract/errors.ts';

export type PageKind =
  | 'returning'
  | 'signed-in'
  | 'not-signed-in'
  | 'unexpected'
  | 'other-browser'
  | 'other-origin'
  | 'redirect-loop'
  | 'too-large'
  | 'server-not-trusted'
  | 'certificate-refused'
  | 'unreachable';

interface PageText {
  readonly title: string;
  readonly text: string;
}

export const pageTexts: Readonly<Record<Language, Readonly<Record<PageKind, PageText>>>> = {
  en: {
    returning: {
      title: 'Returning to Compute Desk',
      text: 'Compute Desk is asking the identity provider for the tokens. This page says how it ends.',
    },
    'signed-in': { title: 'Signed in', text: 'You can close this tab and return to Compute Desk.' },
    'not-signed-in': {
      title: 'Not signed in',
      text: 'The sign-in did not succeed. Compute Desk says why. You can close this tab.',
    },
    unexpected: {
      title: 'Nothing to see here',
      text: 'This address is for the return from a sign-in of Compute Desk only. You can close this tab.',
    },
    'other-browser': {
      title: 'Not the browser that began the sign-in',
      text: 'Return in the browser and window in which Compute Desk opened the provider’s page, and allow cookies of 127.0.0.1 there. The address in Compute Desk opens the page in another browser.',
    },
    'other-origin': {
      title: 'Another server was refused',
      text: 'The page pointed to a server that is not the identity provider. Compute Desk did not go there, so that it gets neither your certificate nor your sign-in.',
    },
    'redirect-loop': {
      title: 'The pages go round in circles',
      text: 'The identity provider sent the browser on again and again. Its administrators have to correct that.',
    },
    'too-large': {
      title: 'Too much to send',
      text: 'This page wanted to send more than a sign-in needs.',
    },
    'server-not-trusted': {
      title: 'The server is not trusted',
      text: 'Its certificate could not be verified, so nothing was sent to it. If the system has an authority of its own, add it in the settings of the system.',
    },
    'certificate-refused': {
      title: 'Your certificate was not accepted',
      text: 'The identity provider refused the connection with the certificate that is chosen for this system. Choose another one, or import your current one.',
    },
    unreachable: {
      title: 'The identity provider did not answer',
      text: 'Check the network connection, VPN and firewall, then try again.',
    },
  },
  ja: {
    returning: {
      title: 'Compute Desk に戻っています',
      text: 'Compute Desk がIDプロバイダーにトークンを要求しています。結果はこのページに表示します。',
    },
    'signed-in': {
      title: 'サインインしました',
      text: 'このタブを閉じて Compute Desk に戻ってください。',
    },
    'not-signed-in': {
      title: 'サインインできませんでした',
      text: '理由は Compute Desk に表示しています。このタブは閉じてかまいません。',
    },
    unexpected: {
      title: '表示するものはありません',
      text: 'このアドレスは Compute Desk のサインインから戻るためだけのものです。このタブは閉じてかまいません。',
    },
    'other-browser': {
      title: 'サインインを始めたブラウザーではありません',
      text: 'Compute Desk がプロバイダーの画面を開いたブラウザーとウィンドウで続け、127.0.0.1 の Cookie を許可してください。別のブラウザーで開くには、Compute Desk に表示されているアドレスを使ってください。',
    },
    'other-origin': {
      title: '別のサーバーへの移動を拒否しました',
      text: 'ページがIDプロバイダー以外のサーバーを指していました。証明書やサインインの情報が渡らないように、Compute Desk は移動していません。',
    },
    'redirect-loop': {
      title: 'ページが循環しています',
      text: 'IDプロバイダーが転送を繰り返しています。IDプロバイダーの管理者による修正が必要です。',
    },
    'too-large': {
      title: '送信する内容が大きすぎます',
      text: 'このページは、サインインに必要な量を超える内容を送ろうとしました。',
    },
    'server-not-trusted': {
      title: 'サーバーを信頼できません',
      text: 'サーバーの証明書を検証できなかったため、何も送っていません。システム独自の認証局がある場合は、システムの設定で追加してください。',
    },
    'certificate-refused': {
      title: '証明書が受け付けられませんでした',
      text: 'IDプロバイダーは、このシステムに選ばれている証明書での接続を拒否しました。別の証明書を選ぶか、現在の証明書をインポートしてください。',
    },
    unreachable: {
      title: 'IDプロバイダーが応答しませんでした',
      text: 'ネットワーク接続、VPN、ファイアウォールを確認して、もう一度試してください。',
    },
  },
};

export const retryLabel: Readonly<Record<Language, string>> = {
  en: 'Try again',
  ja: 'もう一度試す',
};

/** Returns the page for a network error. */
export function pageOf(code: ErrorCode): PageKind {
  if (code.startsWith('tls-server')) return 'server-not-trusted';
  if (code.startsWith('tls-client')) return 'certificate-refused';
  if (code === 'answer-too-large') return 'too-large';
  return 'unreachable';
}
