const style =
  ':root{color-scheme:light dark}body{max-width:40rem;margin:15vh auto 0;padding:0 1.5rem;font:1rem/1.6 system-ui,sans-serif}';

/** The two pages that are not the app's. They are shown before any setting is known, so in both languages. */
function page(body: string, refresh: boolean): string {
  const reload = refresh ? '<meta http-equiv="refresh" content="0;url=/">' : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${reload}<title>Compute Desk</title><link rel="icon" href="data:,"><style>${style}</style></head><body>${body}</body></html>`;
}

/** The cookie is SameSite=Strict: only a navigation that this page starts carries it at once. */
export const launchedPage = page('<p>Compute Desk</p>', true);

export const refusedPage = page(
  '<p>This address has been used already, or is not the one that Compute Desk printed. Start Compute Desk again and open the address that it prints.</p>' +
    '<p lang="ja">このアドレスはすでに使われたか、Compute Desk が表示したものと異なります。Compute Desk をもう一度起動し、表示されたアドレスを開いてください。</p>',
  false,
);
