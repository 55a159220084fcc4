import '../../client/noWebRtc.ts';
import './noPictures.ts';
import mermaid from 'mermaid';
import type { Answer, Order } from './protocol.ts';

/* Runs in the frame of diagrams (scripts/diagram-frame.ts): its own origin, without connection, storage or access to
   the page except the port that comes with the order. */
// Mermaid writes HTML; it runs no script (the frame's policy), and no text becomes a script.
const { trustedTypes } = globalThis as {
  readonly trustedTypes?: { createPolicy(name: string, rules: object): void };
};
trustedTypes?.createPolicy('default', { createHTML: (html: string) => html });

addEventListener(
  'message',
  ({ data, source, ports: [port] }: MessageEvent<Order>) => {
    if (source !== parent || port === undefined) return;
    void draw(data).then((answer) => port.postMessage(answer));
  },
  { once: true },
);

async function draw({ source, fontFamily, theme, background, most }: Order): Promise<Answer> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    // pure SVG labels, which other programs can show too
    htmlLabels: false,
    look: 'classic',
    // elk is left out (scripts/diagram-frame.ts)
    layout: 'dagre',
    state: { layout: 'dagre' },
    theme: 'base',
    themeVariables: { ...theme, fontFamily },
    fontFamily,
    maxTextSize: most.characters,
    maxEdges: most.edges,
    // settings that a diagram's own text may not change
    secure: [
      'secure',
      'securityLevel',
      'startOnLoad',
      'maxTextSize',
      'maxEdges',
      'suppressErrorRendering',
      'htmlLabels',
      'themeCSS',
      'fontFamily',
      'altFontFamily',
    ],
  });
  try {
    await mermaid.parse(source);
  } catch (cause) {
    return { kind: 'misread', said: wordsOf(cause) };
  }
  try {
    const { svg, diagramType } = await mermaid.render('diagram', source);
    return { kind: 'drawn', svg: asXml(svg, background), type: diagramType };
  } catch (cause) {
    return { kind: 'failed', said: wordsOf(cause) };
  }
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** Converts Mermaid's HTML: a separate file and an image must be XML with a size. */
function asXml(html: string, background: string): string {
  const svg = new DOMParser().parseFromString(html, 'text/html').querySelector('svg');
  if (svg === null) throw new Error('no drawing');
  const { width, height } = svg.viewBox.baseVal;
  svg.setAttribute('width', String(Math.ceil(width)));
  svg.setAttribute('height', String(Math.ceil(height)));
  svg.style.removeProperty('max-width');
  svg.style.background = background;
  return new XMLSerializer().serializeToString(svg);
}
