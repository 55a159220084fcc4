import type { Tour } from './tour.ts';

/** A description is imported, and an operation that reads is sent and answered. */
export async function apiConsole({ page, t, look, goTo }: Tour): Promise<void> {
  await goTo('console');
  await page.getByRole('button', { name: t('console.import.demo') }).click();
  await page.getByRole('button', { name: 'GET All machines' }).click();
  await page.getByRole('region', { name: t('console.exact.title') }).waitFor();
  await page.keyboard.press('Control+Enter');
  const response = page.getByRole('region', { name: t('console.answer.title') });
  await response.getByText('200 OK').waitFor();
  await response.getByRole('cell', { name: 'cpu-main', exact: true }).waitFor();
  await look('console');
}
