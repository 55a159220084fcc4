const mit = (copyright: string): string => `MIT License

${copyright}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and
to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions
of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER
DEALINGS IN THE SOFTWARE.`;

const isc = (copyright: string): string => `ISC License

${copyright}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING
ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL,
DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS,
WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE
USE OR PERFORMANCE OF THIS SOFTWARE.`;

const bsd = (copyright: string): string => `BSD 3-Clause License

${copyright}

Redistribution and use in source and binary forms, with or without
modification, are permitted provided that the following conditions are met:
    * Redistributions of source code must retain the above copyright
      notice, this list of conditions and the following disclaimer.
    * Redistributions in binary form must reproduce the above copyright
      notice, this list of conditions and the following disclaimer in the
      documentation and/or other materials provided with the distribution.
    * The names of any contributors may not be used to endorse or promote
      products derived from this software without specific prior written
      permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDERS AND CONTRIBUTORS BE LIABLE FOR ANY
DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES
(INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;
LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND
ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT
(INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;

const microsoft = 'Copyright (c) Microsoft Corporation. All rights reserved.';

/** Holders for MIT packages without a licence text, and for those that others have bundled. */
const holders: Readonly<Record<string, string>> = {
  '@cfworker/json-schema': 'Copyright (c) 2020 Jeremy Danyow',
  ajv: 'Copyright (c) 2015-2021 Evgeny Poberezkin',
  'ajv-formats': 'Copyright (c) 2020 Evgeny Poberezkin',
  'ansi-sequence-parser': 'Copyright (c) Blake Mealey',
  'chevrotain-allstar': 'Copyright 2022 TypeFox GmbH',
  'core-js':
    'Copyright (c) 2013–2025 Denis Pushkarev (zloirock.ru)\nCopyright (c) 2025–2026 CoreJS Company (core-js.io)',
  'fast-deep-equal': 'Copyright (c) 2017 Evgeny Poberezkin',
  fastdom: 'Copyright (c) Wilson Page <wilsonpage@me.com>',
  'js-yaml': 'Copyright (C) 2011-2015 by Vitaly Puzrin',
  'json-schema-traverse': 'Copyright (c) 2017 Evgeny Poberezkin',
  'koa-compose': 'Copyright (c) 2013 TJ Holowaychuk',
  langium: 'Copyright 2021 TypeFox GmbH',
  llhttp: 'Copyright Fedor Indutny, 2018.',
  'react-remove-scroll-bar': 'Copyright (c) 2025 Anton Korzunov <thekashey@gmail.com>',
  'vscode-jsonrpc': microsoft,
  'vscode-languageserver-protocol': microsoft,
  'vscode-languageserver-textdocument': microsoft,
  'vscode-languageserver-types': microsoft,
  'vscode-uri': 'Copyright (c) Microsoft',
};

/** The same for the ISC licence. */
const iscHolders: Readonly<Record<string, string>> = {
  saxes: 'Copyright (c) Contributors\nCopyright (c) Isaac Z. Schlueter and Contributors',
};

/** The same for the BSD licence with three clauses. */
const bsdHolders: Readonly<Record<string, string>> = {
  'fast-uri':
    'Copyright (c) 2011-2021, Gary Court\nCopyright (c) 2021-present The Fastify team\nAll rights reserved.',
};

/** By package name. */
export const given: ReadonlyMap<string, { readonly licence: string; readonly text: string }> =
  new Map([
    ...licensed(holders, 'MIT', mit),
    ...licensed(iscHolders, 'ISC', isc),
    ...licensed(bsdHolders, 'BSD-3-Clause', bsd),
  ]);

function licensed(of: typeof holders, licence: string, text: typeof mit) {
  return Object.entries(of).map(
    ([name, holder]) => [name, { licence, text: text(holder) }] as const,
  );
}

/** Packages bundled into another without a comment that names them. */
export const inside: ReadonlyMap<string, readonly string[]> = new Map([
  ['pdfjs-dist', ['core-js']],
  ['undici', ['llhttp']],
]);
