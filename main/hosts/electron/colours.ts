/** `--page` of renderer/styles/tokens.css in sRGB: the window's colour before the page paints. */
export const pageColour = { light: '#f8fafb', dark: '#121718' } as const;
