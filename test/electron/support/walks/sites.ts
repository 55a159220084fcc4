import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const renderer = fileURLToPath(new URL('../../../../renderer', import.meta.url));

/**
 * What lies over a screen, as it stands in JSX. The parts of Radix that a room uses by itself are taken by what they
 * draw, a listbox by its role. A choice (`Select`) is none: the platform draws its list, of the same texts.
 */
const overlay =
  /<(Dialog\.Content|Popover\.Content|Dialog|SideSheet|ConfirmDialog|NameDialog|DecisionDialog|ExportForm|ImportFrame|Menu|Tooltip)(?=[\s>])|role="(listbox|menu|tooltip|dialog|alertdialog)"/g;

/** What others are made of: each of their uses is a place by itself. */
const madeOf = new Set([
  'kit/NameDialog.tsx Dialog',
  'features/systems/doctor/DecisionDialog.tsx Dialog',
  'features/systems/certificates/import/ImportFrame.tsx Dialog',
  'features/systems/certificates/export/ExportForm.tsx Dialog',
  'features/systems/certificates/export/ExportForm.tsx Dialog 2',
]);

/** The design system: its parts are walked where they are used, but for what it draws by itself. */
const isPart = (file: string) => /^ui\/(overlays|gallery)\//.test(file) && !/useDiscard/.test(file);

/** Every place in renderer/ that draws something over a screen: its file, the component, and which of several. */
export function overlaySites(): string[] {
  return globSync('**/*.tsx', { cwd: renderer })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => !isPart(file))
    .sort()
    .flatMap((file) => {
      const seen = new Map<string, number>();
      return [...readFileSync(join(renderer, file), 'utf8').matchAll(overlay)].map((found) => {
        const name = found[1] ?? found[2] ?? '';
        const nth = (seen.get(name) ?? 0) + 1;
        seen.set(name, nth);
        return nth === 1 ? `${file} ${name}` : `${file} ${name} ${nth}`;
      });
    })
    .filter((site) => !madeOf.has(site));
}

/** What a place's file says: the words that a walk looks for must come from there. */
export const textOfSite = (site: string): string =>
  readFileSync(join(renderer, site.split(' ')[0] ?? ''), 'utf8');
