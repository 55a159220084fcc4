import { readFile, writeFile } from 'node:fs/promises';
import { metadata } from './metadata.ts';

const marker = '</ComponentGroup>';

const classes = 'Software\\Classes';
const icon = '[#mainExecutable],0';
const command = '&quot;[#mainExecutable]&quot; &quot;%1&quot;';

interface Value {
  /** Below their parent key. */
  readonly key?: string;
  readonly name?: string;
  readonly value: string;
}

const valueLine = ({ key, name, value }: Value, more = ''): string =>
  `<RegistryValue${more} Type="string"${key ? ` Key="${key}"` : ''}${name ? ` Name="${name}"` : ''} Value="${value}"/>`;

/** A key of our own. */
const ownKey = (name: string, values: readonly Value[], more = ''): string =>
  [
    `<RegistryKey Root="HKLM" Key="${classes}\\${name}" ForceDeleteOnUninstall="yes">`,
    ...[
      ...values,
      { key: 'DefaultIcon', value: icon },
      { key: 'shell\\open\\command', value: command },
    ].map((value, at) => `  ${valueLine(value, at === 0 ? more : '')}`),
    '</RegistryKey>',
  ].join('\n        ');

/** A value in a shared key; Windows Installer removes the values that it wrote. */
const added = (ending: string, value: Value): string =>
  valueLine({ ...value, key: `${classes}\\.${ending}${value.key ?? ''}` }, ' Root="HKLM"');

const certificate = 'ComputeDesk.Certificate.1';
const system = 'ComputeDesk.System.1';

/** The entries of assets/win/protocol.nsh, for the computer: the MSI is installed for all users. */
const component = `  <Component Id="protocol" Guid="*">
        ${[
          ownKey(
            metadata.protocol,
            [{ value: `URL:${metadata.productName}` }, { name: 'URL Protocol', value: '' }],
            ' KeyPath="yes"',
          ),
          ownKey(certificate, [{ value: 'PKCS#12 certificate' }]),
          ownKey(system, [{ value: 'Compute Desk system' }]),
          added('p12', { key: '\\OpenWithProgids', name: certificate, value: '' }),
          added('pfx', { key: '\\OpenWithProgids', name: certificate, value: '' }),
          added('computedesk', { value: system }),
          added('computedesk', { key: '\\OpenWithProgids', name: system, value: '' }),
        ].join('\n        ')}
      </Component>
    `;

/** electron-builder calls this with the MSI's project (WiX), to which it adds neither our protocols nor our files. */
export default async function addProtocol(project: string): Promise<void> {
  const [before, after, ...more] = (await readFile(project, 'utf8')).split(marker);
  if (after === undefined || more.length > 0) throw new Error('the MSI’s project is another one');
  await writeFile(project, `${before}${component}${marker}${after}`);
}
