import { appImageRuntime as runtime, runtimeLicences } from '../linux/index.ts';
import { type Component, sha256Of } from './component.ts';

const comment = `${runtimeLicences} in the AppImage`;

/** The program at the start of an AppImage, and the libraries linked into it. */
export const appImageParts: readonly Component[] = [
  {
    type: 'application',
    'bom-ref': `pkg:github/AppImage/AppImageKit@${runtime.commit}`,
    name: 'AppImageKit runtime',
    version: runtime.commit,
    purl: `pkg:github/AppImage/AppImageKit@${runtime.commit}`,
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [sha256Of(runtime.sha256)],
    externalReferences: [
      { type: 'vcs', url: 'https://github.com/AppImage/AppImageKit' },
      {
        type: 'distribution',
        url: `pkg:cargo/${runtime.crate}@${runtime.version}`,
        comment: `its ${runtime.file}`,
      },
      {
        type: 'license',
        url: 'https://github.com/AppImage/AppImageKit/blob/master/LICENSE',
        comment,
      },
    ],
  },
  {
    type: 'library',
    'bom-ref': 'pkg:github/vasi/squashfuse',
    name: 'squashfuse',
    purl: 'pkg:github/vasi/squashfuse',
    licenses: [{ license: { id: 'BSD-2-Clause' } }],
    externalReferences: [
      { type: 'vcs', url: 'https://github.com/vasi/squashfuse' },
      { type: 'license', url: 'https://github.com/vasi/squashfuse/blob/master/LICENSE', comment },
    ],
  },
  {
    type: 'library',
    // From its own `lzma_version_number`.
    'bom-ref': 'pkg:generic/xz@5.2.3',
    name: 'liblzma',
    version: '5.2.3',
    cpe: 'cpe:2.3:a:tukaani:xz:5.2.3:*:*:*:*:*:*:*',
    purl: 'pkg:generic/xz@5.2.3',
    licenses: [{ license: { name: 'Public domain' } }],
    externalReferences: [{ type: 'website', url: 'https://tukaani.org/xz/' }],
  },
  {
    type: 'library',
    'bom-ref': 'pkg:github/WaterJuice/WjCryptLib',
    name: 'WjCryptLib',
    purl: 'pkg:github/WaterJuice/WjCryptLib',
    licenses: [{ license: { name: 'Public domain' } }],
    externalReferences: [{ type: 'vcs', url: 'https://github.com/WaterJuice/WjCryptLib' }],
  },
];
