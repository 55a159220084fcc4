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
 * Applies the last theme, and follows the operating system if that is the setting. The entry module calls it in its
 * first task, before anything is painted, so that the first frame has the right colours; main's settings remain
 * authoritative and arrive through `setTheme`.
 */
export function startTheme(): void {
  paint(remembered());
  matchMedia(darkSystem).addEventListener('change', () => paint(remembered()));
}

/** Applies a theme setting and stores it for the next first frame. */
export function setTheme(theme: Theme): void {
  localStorage.setItem(memory, theme);
  paint(theme);
}
