import { type Texts, wrapped } from '../payload.ts';

const sources: Texts = [
  'flowchart LR\n  A["<img src=\'{url}\' onerror=\'x\'>"] --> B["<script>x</script>"]',
  'flowchart LR\n  A --> B\n  click A href "javascript:{js}"\n  click B call alert("x")',
  'flowchart LR\n  A --> B\n  click A "{url}" _self',
  '%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%\nflowchart LR\n  A["<iframe src=\'{url}\'></iframe>"] --> B',
  '%%{init: {"themeCSS": "@import url({url}); * { background: url({url}) }"}}%%\nflowchart LR\n  A --> B',
  '%%{init: {"fontFamily": "x; background: url({url})"}}%%\nflowchart LR\n  A --> B',
  'flowchart LR\n  A:::evil --> B\n  classDef evil fill:url({url}),stroke:url({url})',
  'flowchart LR\n  A --> B\n  style A background:url({url})',
  'flowchart LR\n  A@{ img: "{url}", label: "x" } --> B',
  'sequenceDiagram\n  participant A\n  links A: {"x": "javascript:{js}", "y": "{url}"}\n  A->>A: <svg onload="x"/>',
  'flowchart LR\n  A["$$\\href{javascript:{js}}{x}$$"] --> B',
  'classDiagram\n  class A\n  click A href "javascript:{js}"',
  'gantt\n  section x\n  a :a1, 2026-01-01, 30d\n  click a1 href "javascript:{js}"',
  'stateDiagram-v2\n  [*] --> A : <img src=x onerror="x">',
  'erDiagram\n  A ||--o{ B : "<img src=x onerror=x>"',
  'pie title <script>x</script>\n  "<img src={url}>" : 1',
  'mindmap\n  root((<img src="{url}">))',
  'journey\n  title <b onclick="x">x</b>\n  section x\n    a: 5: Me',
  'gitGraph\n  commit id: "<img src={url}>"',
  'timeline\n  title x\n  2026 : <iframe src="{url}"></iframe>',
  'quadrantChart\n  title <img src="{url}">\n  A: [0.3, 0.6]',
  '---\ntitle: "<img src={url} onerror=x>"\n---\nflowchart LR\n  A --> B',
  '---\nconfig:\n  theme: base\n  themeVariables:\n    fontFamily: "x; } * { background: url({url}) }"\n---\nflowchart LR\n  A --> B',
  'flowchart LR\n  A["\ud800"] --> B["\u202e"]',
  'flowchart LR\n  __proto__ --> constructor\n  constructor --> toString',
  `flowchart LR\n  ${'subgraph x\n'.repeat(60)}A`,
  `flowchart LR\n${Array.from({ length: 300 }, (_, at) => `  n${at} --> n${(at * 7) % 300}`).join('\n')}`,
  `flowchart LR\n  A["${'x'.repeat(9_000)}"] --> B`,
  'flowchart LR\n  A[never closed',
  'nothing of that kind',
];

/** Diagrams that run, ask, lead away or are no end of work, drawn by their button. */
export const diagrams = wrapped(sources, [
  '```mermaid\n{}\n```',
  '> text\n\n~~~mermaid\n{}\n~~~\n\ntext',
]);
