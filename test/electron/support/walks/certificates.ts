import type { Locator } from 'playwright';
import { answerChooser, choose, press, show, type Walk, type World } from './world.ts';

async function fromCard(world: World, entry: string): Promise<Locator> {
  const { page, t, certificate } = world;
  await show(world, 'certificates');
  const name = t('certificates.actions', { name: certificate.name });
  return choose(world, page.getByRole('button', { name, exact: true }), entry);
}

/** Chooses a file with the button of the screen, which has the focus when all of the import has closed. */
async function choosing(world: World, path: string): Promise<Locator> {
  await show(world, 'certificates');
  return answerChooser(world, () => press(world, 'certificates.import.action'), path);
}

const submitEmpty = (dialog: Locator) =>
  dialog.locator('input[type=password]').first().press('Enter');

const word = ({ page, t }: World) =>
  page.getByLabel(t('certificates.passphrase.label'), { exact: true });

export const ofCertificates: readonly Walk[] = [
  {
    site: 'features/systems/certificates/RenameDialog.tsx NameDialog',
    name: (t) => t('certificates.rename.title'),
    open: (world) => fromCard(world, 'certificates.rename.action'),
    fails: (dialog) => dialog.getByRole('textbox').fill(''),
  },
  {
    site: 'features/systems/certificates/export/ExportPemDialog.tsx ExportForm',
    name: (t, { certificate }) => t('certificates.export.title', { name: certificate.name }),
    open: (world) => fromCard(world, 'certificates.export.action'),
    fails: submitEmpty,
  },
  {
    site: 'features/systems/certificates/export/ExportP12Dialog.tsx ExportForm',
    name: (t, { certificate }) => t('certificates.exportP12.title', { name: certificate.name }),
    open: (world) => fromCard(world, 'certificates.exportP12.action'),
    fails: submitEmpty,
  },
  {
    site: 'features/systems/certificates/OpenDialog.tsx ConfirmDialog',
    role: 'alertdialog',
    name: (t, { certificate }) => t('certificates.delete.title', { name: certificate.name }),
    open: (world) => fromCard(world, 'certificates.delete.action'),
  },
  {
    site: 'features/systems/certificates/import/PassphraseDialog.tsx ImportFrame',
    name: (t) => t('certificates.passphrase.title'),
    describes: { 'certificates.passphrase.label': 'certificates.passphrase.hint' },
    open: (world) => choosing(world, world.certificate.path),
    async fails(_dialog, world) {
      await word(world).fill('not the passphrase');
      await word(world).press('Enter');
    },
  },
  {
    site: 'features/systems/certificates/import/PreviewDialog.tsx ImportFrame',
    name: (t) => t('certificates.preview.title'),
    async open(world) {
      const back = await choosing(world, world.certificate.path);
      await word(world).fill(world.certificate.word);
      await word(world).press('Enter');
      return back;
    },
    fails: (dialog) => dialog.getByRole('textbox').fill(''),
  },
  {
    site: 'features/systems/certificates/import/OtherHalf.tsx ImportFrame',
    name: (t) => t('certificates.import.title'),
    describes: { 'certificates.half.key': 'certificates.half.hint' },
    async open(world) {
      const back = await choosing(world, world.file('half.pem'));
      // a file that is refused has a dialog of the same name
      await world.page.getByRole('group', { name: world.t('certificates.half.key') }).waitFor();
      return back;
    },
    // that the other half is missing is told from the beginning
    fails: () => Promise.resolve(),
  },
  {
    site: 'features/systems/certificates/import/ImportCertificate.tsx ImportFrame',
    name: (t) => t('certificates.import.title'),
    open: (world) => choosing(world, world.file('notes.txt')),
    fails: () => Promise.resolve(),
  },
];
