import { gzipSync } from 'node:zlib';
import { metadata } from '../metadata.ts';
import { sourceDate } from '../source-date.ts';

const { name, productName, summary, kind, description, protocol, files, maker, address } = metadata;

const mimeTypes = files.flatMap(({ mimeType, alias }) => [mimeType, ...alias]);

/** @see https://specifications.freedesktop.org/desktop-entry-spec/1.5/ */
export const desktopFile = `[Desktop Entry]
Type=Application
Version=1.4
Name=${productName}
GenericName=${kind.en}
GenericName[ja]=${kind.ja}
Comment=${summary.en}
Comment[ja]=${summary.ja}
Exec=${name} %U
Icon=${name}
Terminal=false
StartupNotify=true
StartupWMClass=${productName}
Categories=${metadata.category};
Keywords=${metadata.keywords.join(';')};
MimeType=${[...mimeTypes, `x-scheme-handler/${protocol}`].join(';')};
`;

/** What the desktop does not know by itself. @see https://specifications.freedesktop.org/shared-mime-info-spec/ */
export const mimeFile = `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
${files
  .filter(({ ours }) => ours)
  .map(
    (file) => `  <mime-type type="${file.mimeType}">
    <comment>${file.name.en}</comment>
    <comment xml:lang="ja">${file.name.ja}</comment>
    <icon name="${name}"/>
${file.endings.map((ending) => `    <glob pattern="*.${ending}"/>\n`).join('')}  </mime-type>
`,
  )
  .join('')}</mime-info>
`;

/** @see https://www.freedesktop.org/software/appstream/docs/ */
export function metainfoFile(version: string): string {
  const day = new Date(sourceDate() * 1000).toISOString().slice(0, 10);
  return `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${metadata.componentId}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>${metadata.licence}</project_license>
  <name>${productName}</name>
  <summary>${summary.en}</summary>
  <summary xml:lang="ja">${summary.ja}</summary>
  <description>
    <p>${description.en}</p>
    <p xml:lang="ja">${description.ja}</p>
  </description>
  <developer_name>${maker}</developer_name>
  <launchable type="desktop-id">${name}.desktop</launchable>
  <icon type="stock">${name}</icon>
  <categories>
    <category>${metadata.category}</category>
  </categories>
  <provides>
    <binary>${name}</binary>
${mimeTypes.map((type) => `    <mediatype>${type}</mediatype>\n`).join('')}    <mediatype>x-scheme-handler/${protocol}</mediatype>
  </provides>
  <content_rating type="oars-1.1"/>
  <releases>
    <release version="${version}" date="${day}"/>
  </releases>
</component>
`;
}

/** @see https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/ */
export const copyrightFile = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ${productName}
Upstream-Contact: ${maker} <${address}>
Comment: Not a part of Debian; made by its own authors.
 .
 What others have made lies in /usr/lib/${name}, with the text of each licence:
 resources/app.asar: /usr/share/doc/${name}/THIRD-PARTY-NOTICES.txt
 Electron: /usr/share/doc/${name}/LICENSE.electron.txt
 Chromium and Node.js in it: /usr/share/doc/${name}/LICENSES.chromium.html.gz

Files: *
Copyright: ${new Date(sourceDate() * 1000).getUTCFullYear()} ${maker}
License: Apache-2.0
 On Debian systems the full text is in /usr/share/common-licenses/Apache-2.0.
`;

/** The same for any time, so that packages of the same sources are the same. */
export const compress = (text: string | Buffer): Buffer => gzipSync(text, { level: 9 });

export const changelogFile = (
  version: string,
): string => `${name} (${version}) unstable; urgency=medium

  * See the history of the sources.

 -- ${maker} <${address}>  ${rfc2822(sourceDate())}
`;

function rfc2822(seconds: number): string {
  return new Date(seconds * 1000).toUTCString().replace('GMT', '+0000');
}

export const manualPage = (version: string): string => `.TH COMPUTE\\-DESK 1 "${new Date(
  sourceDate() * 1000,
)
  .toISOString()
  .slice(0, 10)}" "${productName} ${version}" "User commands"
.SH NAME
${name.replace('-', '\\-')} \\- ${summary.en.replace(/^D/, 'd')}
.SH SYNOPSIS
.B ${name}
.RI [ options ]
.RI [ file \\ ...]
.SH DESCRIPTION
${description.en}
.PP
Certificate files
.RB ( .p12 ,
.BR .pfx )
and files of systems
.RB ( .computedesk )
are opened.
.SH OPTIONS
.TP
.BI \\-\\-data\\-dir " folder"
Where the app keeps its data; by default
.IR ~/.config/${name} .
.TP
.B \\-\\-demo
Open the demo system.
.SH FILES
.TP
.I ~/.config/${name}/logs/main.log
What the app has noted. It holds no secrets.
`;

/** For the archive, which no package manager completes. */
export const readMe = (packages: readonly string[]): string => `Compute Desk for Linux (x64)

Unpack it anywhere and start ./${name}. Nothing is installed and nothing is fetched.

Portable: a folder named data beside ${name} takes all that the app keeps:
    mkdir -m 700 data

Libraries of the system that it needs, by Debian's names:
    ${packages.join(' ')}

CHECK.txt beside the archive says how to check it. Licences: LICENSE, THIRD-PARTY-NOTICES.txt, LICENSE.electron.txt,
LICENSES.chromium.html.

任意の場所に展開し、./${name} を起動します。インストールは不要で、ネットワークからは何も取得しません。${name} と同じ場所に
data フォルダーを作ると、アプリのデータはすべてその中に保存されます（ポータブルモード）。
`;
