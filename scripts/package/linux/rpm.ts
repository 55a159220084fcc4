import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { artifactName, configuration, metadata } from '../metadata.ts';
import { sourceDate } from '../source-date.ts';
import { runTool } from './tool.ts';
import { helper } from './tree.ts';

/** The system's own folders. */
const shared =
  /^usr(?:\/(?:bin|lib|share)(?:\/(?:applications|mime|metainfo|doc|man|icons)(?:\/.*)?)?)?$/;

/** Makes the rpm from a staged tree (`createTree`). @returns its path */
export function makeRpm(output: string, tree: string, version: string): string {
  const work = `${tree}-rpm`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const spec = join(work, `${metadata.name}.spec`);
  writeFileSync(spec, specFile(tree, version));
  runTool(
    'rpmbuild',
    ['-bb', '--quiet', '--target', 'x86_64', '--define', `_topdir ${work}`, spec],
    { SOURCE_DATE_EPOCH: String(sourceDate()), LC_ALL: 'C.UTF-8' },
  );
  const name = artifactName('rpm', version);
  const file = join(output, name);
  renameSync(join(work, 'RPMS/x86_64', name), file);
  rmSync(work, { recursive: true });
  return file;
}

function specFile(tree: string, version: string): string {
  const { name, summary, licence } = metadata;
  const { depends, packageCategory } = configuration.rpm;
  return `# What is packed is complete: nothing is stripped, compressed or looked through again.
%define __os_install_post %{nil}
%define debug_package %{nil}
%define _build_id_links none
%define _binary_payload w9.zstdio
%define _buildhost ${name}
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
%define source_date_epoch_from_changelog 0

Name: ${name}
Version: ${version}
Release: 1
Summary: ${summary}
License: ${licence}
Group: ${packageCategory}
AutoReqProv: no
Provides: application() application(${name}.desktop)
${depends.map((one) => `Requires: ${one}`).join('\n')}

%description
${configuration.linux.description}

%install
cp -a '${tree}/.' '%{buildroot}/'
rm -r '%{buildroot}/usr/share/lintian'

%files
%defattr(-, root, root, -)
${listed(tree).join('\n')}
`;
}

function listed(tree: string): string[] {
  return readdirSync(tree, { withFileTypes: true, recursive: true })
    .map((entry) => ({ entry, path: relative(tree, join(entry.parentPath, entry.name)) }))
    .filter(({ path }) => !path.startsWith('usr/share/lintian'))
    .filter(({ entry, path }) => !(entry.isDirectory() && shared.test(path) && !isOwn(path)))
    .map(({ entry, path }) => {
      if (path === helper) return `%attr(4755, root, root) "/${path}"`;
      return `${entry.isDirectory() ? '%dir ' : ''}"/${path}"`;
    })
    .sort();
}

const isOwn = (path: string): boolean => path.split('/').includes(metadata.name);
