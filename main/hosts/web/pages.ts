const style =
  ':root{color-scheme:light dark}body{max-width:40rem;margin:15vh auto 0;padding:0 1.5rem;font:1rem/1.6 system-ui,sans-serif}';

/** Pages that are not the app's. Shown before any setting is known, so in both languages. */
function page(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}<title>Compute Desk</title><link rel="icon" href="data:,"><style>${style}</style></head><body>${body}</body></html>\n`;
}

export const refusedPage = page(
  '',
  '<p>This address has been used already, or is not the one that Compute Desk printed. An address is good for one tab, within a minute; the tab can be reloaded and duplicated.</p>' +
    '<p>Start Compute Desk again as you did, also while it runs: it prints a new address.</p>' +
    '<p lang="ja">このアドレスはすでに使われたか、Compute Desk が表示したものと異なります。アドレスは 1 つのタブで、1 分以内に限り使えます。開いたタブの再読み込みと複製はできます。</p>' +
    '<p lang="ja">Compute Desk を同じ方法でもう一度起動してください。動作中でもかまいません。新しいアドレスが表示されます。</p>',
);

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
