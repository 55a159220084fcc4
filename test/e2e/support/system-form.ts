import { openMore } from '../../tour/connect.ts';
import type { Window } from './window.ts';

export interface SystemFields {
  readonly name?: string;
  readonly webApi?: string;
  /** PEM file of an authority to add. */
  readonly authority?: string;
  /** Takes the authority of this name out. */
  readonly withoutAuthority?: string;
  /** Name of an imported certificate, `null` for none. */
  readonly certificate?: string | null;
  /** Login node of Slurm over SSH, which becomes the compute API. */
  readonly slurmHost?: string;
}

/** Fills in what is given and leaves the rest as it is. */
export async function fillSystem({ page, t }: Window, fields: SystemFields): Promise<void> {
  const { name, webApi, authority, withoutAuthority, certificate, slurmHost } = fields;
  if (name !== undefined) {
    await page.getByLabel(t('connect.fields.name'), { exact: true }).fill(name);
  }
  if (webApi !== undefined) await page.getByLabel(t('connect.fields.webApi')).fill(webApi);
  if (authority !== undefined) {
    if (
      (await page.getByRole('button', { name: t('connect.more.title'), exact: true }).count()) > 0
    ) {
      await openMore({ page, t });
    }
    const [before = '', after = ''] = t('connect.authorities.remove', { name: '|' }).split('|');
    const added = page.getByRole('button', { name: new RegExp(`^${before}.+${after}$`) });
    const count = await added.count();
    const chooser = page.waitForEvent('filechooser');
    await page
      .getByRole('group', { name: t('connect.authorities.drop') })
      .getByRole('button')
      .click();
    await (await chooser).setFiles(authority);
    // a form sent before the file was read would go without it
    await added.nth(count).waitFor();
  }
  if (withoutAuthority !== undefined) {
    await page
      .getByRole('button', { name: t('connect.authorities.remove', { name: withoutAuthority }) })
      .click();
  }
  if (certificate !== undefined) {
    const choice = page.getByRole('combobox', { name: t('connect.fields.certificate') });
    const option = choice.locator('option', {
      hasText: certificate === null ? t('connect.certificate.none') : `${certificate} (`,
    });
    await choice.selectOption((await option.getAttribute('value')) ?? '');
  }
  if (slurmHost !== undefined) {
    await page
      .getByRole('combobox', { name: t('connect.computeApi.label') })
      .selectOption({ label: t('connect.computeApi.slurm-ssh') });
    await page.getByLabel(t('connect.computeApi.host')).fill(slurmHost);
  }
}

/** Changes the system on screen by its menu in the sidebar and its form, and comes back to Machines. */
export async function changeSystem(
  window: Window,
  systemName: string,
  fields: SystemFields,
): Promise<void> {
  const { page, t } = window;
  await page.getByRole('button', { name: systemName }).first().click();
  await page.getByRole('menuitem', { name: t('frame.system.edit', { name: systemName }) }).click();
  await page
    .getByRole('heading', { level: 1, name: t('connect.edit.title', { name: systemName }) })
    .waitFor();
  await fillSystem(window, fields);
  await page.getByRole('button', { name: t('common.save'), exact: true }).click();
  await page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
}
