export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const memory = 'compute-desk-theme';
const darkSystem = '(prefers-color-scheme: dark)';

function remembered(): Theme {
  const stored = localStorage.getItem(memory);
  return themes.find((theme) => theme === stored) ?? 'system';
}

function paint(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && matchMedia(darkSystem).matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

/**
 * Paints the theme that was chosen last, and follows the operating system where that is the choice.
 * The entry module calls it in its first task, before anything is painted, so that the first frame has the right colours;
 * the settings in main remain the truth and come in through `setTheme`.
 */
export function startTheme(): void {
  paint(remembered());
  matchMedia(darkSystem).addEventListener('change', () => paint(remembered()));
}

/** Applies a choice of theme and remembers it for the next first frame. */
export function setTheme(theme: Theme): void {
  localStorage.setItem(memory, theme);
  paint(theme);
}
