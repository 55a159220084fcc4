import type { Window } from '../e2e/support/window.ts';

/** Asks the demo for code and presses "Save" at the Python of the answer. */
export async function saveCode({ page, t, goTo, picture }: Window): Promise<void> {
  await goTo('chat');
  await page.getByRole('textbox', { name: t('chat.composer.label') }).fill('Show me code');
  await page.keyboard.press('Enter');
  const code = page.locator('figure[data-language=python]');
  await code.waitFor();
  await page
    .getByRole('button', { name: t('chat.composer.stop'), exact: true })
    .waitFor({ state: 'hidden' });
  await code.getByRole('button', { name: t('chat.markdown.save'), exact: true }).click();
  await page.getByText(t('chat.markdown.saved')).waitFor();
  await picture('saved');
}
