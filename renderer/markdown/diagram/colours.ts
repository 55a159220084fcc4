/** Distinguishable colours on which `--on-accent` is legible. */
const sectors = ['accent', 'maintenance', 'down', 'unknown', 'up', 'accent-hover'];

/** Returns the app's colours for Mermaid's arithmetic: `#rrggbb`, whatever notation the tokens use. */
export function coloursOfPage(): {
  readonly theme: Readonly<Record<string, string | boolean>>;
  readonly background: string;
  readonly fontFamily: string;
} {
  const root = document.documentElement;
  const style = getComputedStyle(root);
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colour = (token: string): string => {
    if (pen === null) return '#808080';
    pen.fillStyle = style.getPropertyValue(`--${token}`);
    pen.fillRect(0, 0, 1, 1);
    const parts = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
    return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
  const text = colour('text');
  const line = colour('line-strong');
  const background = colour('surface');
  return {
    background,
    fontFamily: getComputedStyle(document.body).fontFamily,
    theme: {
      darkMode: root.dataset.theme === 'dark',
      background,
      fontSize: '14px',
      textColor: text,
      titleColor: text,
      lineColor: colour('text-soft'),
      primaryColor: colour('accent-soft'),
      primaryTextColor: text,
      primaryBorderColor: colour('accent'),
      secondaryColor: colour('maintenance-soft'),
      secondaryTextColor: text,
      secondaryBorderColor: colour('maintenance'),
      tertiaryColor: colour('sunken'),
      tertiaryTextColor: text,
      tertiaryBorderColor: line,
      clusterBkg: colour('sunken'),
      clusterBorder: line,
      edgeLabelBackground: background,
      pieStrokeColor: background,
      pieOuterStrokeColor: line,
      pieOuterStrokeWidth: '1px',
      pieOpacity: '1',
      pieTitleTextSize: '16px',
      pieLegendTextSize: '14px',
      pieSectionTextSize: '13px',
      pieSectionTextColor: colour('on-accent'),
      ...Object.fromEntries(
        [...sectors, ...sectors].map((token, index) => [`pie${index + 1}`, colour(token)]),
      ),
      noteBkgColor: colour('degraded-soft'),
      noteBorderColor: colour('degraded'),
      noteTextColor: text,
    },
  };
}
