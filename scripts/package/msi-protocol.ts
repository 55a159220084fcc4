import { readFile, writeFile } from 'node:fs/promises';
import { metadata } from './metadata.ts';

const marker = '</ComponentGroup>';

/** What assets/win/protocol.nsh writes, for the machine: the MSI is installed for all. */
const component = `  <Component Id="protocol" Guid="*">
        <RegistryKey Root="HKLM" Key="Software\\Classes\\${metadata.protocol}" ForceDeleteOnUninstall="yes">
          <RegistryValue Type="string" Value="URL:${metadata.productName}" KeyPath="yes"/>
          <RegistryValue Type="string" Name="URL Protocol" Value=""/>
          <RegistryValue Type="string" Key="DefaultIcon" Value="[#mainExecutable],0"/>
          <RegistryValue Type="string" Key="shell\\open\\command" Value="&quot;[#mainExecutable]&quot; &quot;%1&quot;"/>
        </RegistryKey>
      </Component>
    `;

/** electron-builder calls this with the MSI's project (WiX), which it gives no protocols. */
export default async function addProtocol(project: string): Promise<void> {
  const [before, after, ...more] = (await readFile(project, 'utf8')).split(marker);
  if (after === undefined || more.length > 0) throw new Error('the MSI’s project is another one');
  await writeFile(project, `${before}${component}${marker}${after}`);
}
