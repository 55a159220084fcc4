import { acceptedLanguages, chooseLanguage } from '../../../common/texts/language.ts';

const style =
  ':root{color-scheme:light dark}body{max-width:40rem;margin:6vh auto 0;padding:0 1.5rem 2rem;font:1rem/1.6 system-ui,sans-serif}h1{font-size:1.25rem;line-height:1.4}summary{margin-top:2.5rem;cursor:pointer}pre{padding:.5rem .75rem;border:1px solid;border-radius:.375rem;white-space:pre-wrap}:lang(ja){word-break:auto-phrase}';

/** Pages that are not the app's. Shown before any setting is known, so in both languages. */
function page(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}<title>Compute Desk</title><link rel="icon" href="data:,"><style>${style}</style></head><body>${body}</body></html>\n`;
}

/**
 * Why an address does not open the app: `bare` has no token; `other` is of another start, or of another user's app,
 * whose port this one has now.
 */
export type EntryProblem = 'used' | 'expired' | 'bare' | 'other';

const entryProblems: Record<EntryProblem, { readonly en: string; readonly ja: string }> = {
  used: {
    en: 'This address has been used already. It opens one tab, which you can reload and duplicate.',
    ja: 'このアドレスはすでに使われました。開けるタブは 1 つです。開いたタブの再読み込みと複製はできます。',
  },
  expired: {
    en: 'This address has expired. It is valid for one minute.',
    ja: 'このアドレスの期限が切れました。有効期間は 1 分です。',
  },
  bare: {
    en: 'This address is incomplete: the part after # is missing.',
    ja: 'このアドレスは途中までしかありません。# から後ろの部分が必要です。',
  },
  other: {
    en: 'Another Compute Desk answers here: the app was restarted, or this port belongs to another user’s app.',
    ja: 'ここで応答しているのは別の Compute Desk です。アプリが再起動されたか、このポートをほかの利用者のアプリが使っています。',
  },
};

/**
 * The one page of every entry that failed: which problem it is, and the commands that help. The other language is folded.
 * @param port where the app listens: the far end of a tunnel
 * @param accepted the browser's header Accept-Language
 */
export function refusedPage(problem: EntryProblem, port: number, accepted?: string): string {
  const { en, ja } = entryProblems[problem];
  // with the port that a tunnel leads to
  const again = `<pre>npm start -- --web --no-open --port ${port}\ncompute-desk-web --no-open --port ${port}</pre>`;
  const tunnel = `<pre>ssh -L ${port}:127.0.0.1:${port} login-node</pre>`;
  const english =
    `<h1>${en}</h1>` +
    '<p>To get a new address, run the command that started Compute Desk again, with all of its options (such as --data-dir). The app may still be running. From source or from the package:</p>' +
    again +
    '<p>If the new address cannot be reached from your computer, the SSH tunnel is down. Open it again on your computer:</p>' +
    tunnel;
  const japanese =
    `<h1>${ja}</h1>` +
    '<p>新しいアドレスを表示するには、Compute Desk を起動したコマンドを、同じオプション（--data-dir など）をすべて付けてもう一度実行してください。アプリが動作中でもかまいません。ソースから、またはパッケージから起動する場合のコマンドです。</p>' +
    again +
    '<p>新しいアドレスにお使いのコンピューターから接続できない場合は、SSH トンネルが切れています。お使いのコンピューターで開き直してください。</p>' +
    tunnel;
  const isJapanese = chooseLanguage(acceptedLanguages(accepted)) === 'ja';
  const other = (lang: string, name: string, text: string): string =>
    `<details lang="${lang}"><summary>${name}</summary>${text}</details>`;
  return page(
    '',
    `<p><b>Compute Desk</b></p>${
      isJapanese
        ? `<div lang="ja">${japanese}</div>${other('en', 'English', english)}`
        : `${english}${other('ja', '日本語', japanese)}`
    }`,
  );
}

export const tabRefusedPage = page(
  '',
  '<p>This address works for one sign-in of Compute Desk, in one tab. The sign-in has ended, or another tab was opened for it.</p>' +
    '<p>Go back to Compute Desk to see the result. You can open the provider’s page again from there.</p>' +
    '<p lang="ja">このアドレスは、Compute Desk の 1 回のサインインに、1 つのタブだけで使えます。サインインが終わったか、別のタブが開かれました。</p>' +
    '<p lang="ja">Compute Desk に戻ってください。結果はそこで確認できます。プロバイダーのページも、そこからもう一度開けます。</p>',
);

/**
 * Returns the page on which the user's browser is started: a file that only the user can read, so that the token is in
 * no process's arguments.
 * @param url made of base64url and an address's characters; nothing in it needs escaping
 */
export function redirectPage(url: string): string {
  return page(
    `<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${url}">`,
    `<p><a href="${url}">Compute Desk</a></p>`,
  );
}
