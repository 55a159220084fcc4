import { AppError } from '../../preload/contract/errors.ts';
import type { FolderRefusal } from './private-folder.ts';

/** Texts for a failed start: there is no window yet for an error's sentences. */
interface Words {
  readonly inUse: string;
  readonly noLocks: string;
  readonly vaultDamaged: string;
  readonly settingsDamaged: string;
  /** `{name}` stands for the file, `{found}` and `{known}` for format numbers. */
  readonly newer: string;
  readonly diskFull: string;
  readonly notWritten: string;
  /** `{path}` stands for the folder or file. */
  readonly folder: Readonly<Record<FolderRefusal, string>>;
  /** `{path}` stands for the folder, `{file}` for the file that names it. */
  readonly gone: string;
  readonly placeDamaged: string;
  /** `{path}` stands for the place that does not answer, or cannot exist. */
  readonly notAnswering: string;
  readonly pathUnusable: string;
  readonly another: string;
  /** `{part}` stands for the missing part. */
  readonly partMissing: string;
}

const en: Words = {
  inUse:
    'Another Compute Desk is using the data folder. Close it, or start with another folder (--data-dir).',
  noLocks:
    'The file system of the data folder does not support file locks, so two apps could damage your data. Nothing was opened or changed. Copy the folder to another disk, and start with the copy (--data-dir).',
  vaultDamaged:
    'The file vault.json in the data folder cannot be read. Nothing was changed. Restore it from a copy.',
  settingsDamaged:
    'The file settings.json in the data folder cannot be read. Nothing was changed. Repair it, or move it away to start with default settings.',
  newer:
    'A newer Compute Desk wrote the file {name} in the data folder (format {found}; this version supports up to {known}). Nothing was changed. Install the newer version, or start with another folder (--data-dir).',
  diskFull:
    'The disk with the data folder is full, so your data cannot be opened. Nothing was lost. Free some space, and start again.',
  notWritten:
    'The data folder cannot be written to: {reason}. Nothing was changed. Allow yourself to write there, or start with another folder (--data-dir).',
  folder: {
    'no-home':
      'You have no home folder on this computer, so there is no default place for the data folder.',
    'not-a-folder': '{path} is not a folder, so the data folder cannot be there.',
    'link-nowhere': '{path} is a link that leads nowhere, so the data folder cannot be there.',
    'link-loop': '{path} is a link that leads back to itself, so the data folder cannot be there.',
    'takes-no-folders':
      'No folder can be created in {path}: it is not a place for files, or it is being removed.',
    'of-another': 'The data folder {path} belongs to another user, who could read your data.',
    'link-of-another': 'The data folder {path} is a link of another user.',
    'open-parent':
      'Everyone can write to {path}, above the data folder, and could replace the data folder.',
    'foreign-contents':
      'Others can read {path}. It contains files of other programs, so its permissions were not changed.',
    'no-modes':
      'Others can read {path}, and its permissions cannot be changed. Its file system may not support them.',
    'part-of-another': '{path}, in the data folder, belongs to another user.',
    'part-is-link': '{path}, in the data folder, is a link to another place.',
  },
  gone: 'Your data was moved to {path}, but that folder was not found. Its drive may be unplugged, or its network share disconnected. The app created nothing new. Reconnect it and start again. The location is stored in {file}; without this file, the app uses the folder beside it.',
  placeDamaged:
    'The file {path}, with the location of the data folder, cannot be read. Nothing was changed. Repair it, or move it away to use the default folder.',
  notAnswering:
    'The location of {path} does not respond. A network share may be disconnected, or a drive asleep or broken. The app created nothing new. Reconnect it and start again, or start with another folder (--data-dir).',
  pathUnusable:
    'A folder cannot have the path {path}: it is too long, or contains a character that is not allowed. Start with another folder (--data-dir).',
  another: 'Nothing was stored there. Choose your own folder with --data-dir.',
  partMissing:
    'A part of Compute Desk is missing: {part}. The data folder was not changed. Install Compute Desk again.',
};

const ja: Words = {
  inUse:
    'データフォルダーは別の Compute Desk が使用中です。そちらを終了するか、別のフォルダー（--data-dir）を指定して起動してください。',
  noLocks:
    'データフォルダーのあるファイルシステムではファイルをロックできず、2 つのアプリが同時に使うとデータが壊れるおそれがあります。開いておらず、変更も加えていません。フォルダーを別のディスクにコピーし、そちらを指定（--data-dir）して起動してください。',
  vaultDamaged:
    'データフォルダーの vault.json を読み取れません。変更は加えていません。控えから復元してください。',
  settingsDamaged:
    'データフォルダーの settings.json を読み取れません。変更は加えていません。直すか、別の場所に移すと標準の設定で起動します。',
  newer:
    'データフォルダーの {name} は、より新しい Compute Desk が書き込んだものです（形式 {found}。このバージョンが対応するのは {known} までです）。変更は加えていません。新しいバージョンを入れ直すか、別のフォルダー（--data-dir）を指定して起動してください。',
  diskFull:
    'データフォルダーのあるディスクに空きがなく、保存済みのデータを開けません。失われたデータはありません。空きを作ってから、もう一度起動してください。',
  notWritten:
    'データフォルダーに書き込めません（{reason}）。変更は加えていません。書き込みの権限を付けるか、別のフォルダー（--data-dir）を指定して起動してください。',
  folder: {
    'no-home':
      'このコンピューターにはご自身のホームフォルダーがないため、データフォルダーの標準の場所がありません。',
    'not-a-folder': '{path} はフォルダーではないため、データフォルダーをそこには置けません。',
    'link-nowhere': '{path} はリンク先のないリンクのため、データフォルダーをそこには置けません。',
    'link-loop': '{path} は自分自身に戻るリンクのため、データフォルダーをそこには置けません。',
    'takes-no-folders':
      '{path} の中にはフォルダーを作れません。ファイルを置く場所ではないか、取り除かれている最中です。',
    'of-another':
      'データフォルダー {path} は別のユーザーのものです。保存する内容をそのユーザーに読まれるおそれがあります。',
    'link-of-another': 'データフォルダー {path} は、別のユーザーが設定したリンクです。',
    'open-parent':
      'データフォルダーの上にある {path} には誰でも書き込めるため、別のフォルダーにすり替えられるおそれがあります。',
    'foreign-contents':
      '{path} はほかのユーザーも読み取れますが、Compute Desk のものではないファイルがあるため、アクセス権を変更しませんでした。',
    'no-modes':
      '{path} はほかのユーザーも読み取れますが、アクセス権を変更できません。アクセス権のないファイルシステムの可能性があります。',
    'part-of-another': 'データフォルダーの {path} は別のユーザーのものです。',
    'part-is-link': 'データフォルダーの {path} は別の場所へのリンクです。',
  },
  gone: 'データは {path} に移しましたが、そのフォルダーが見つかりません。ドライブが外れているか、共有フォルダーにつながっていない可能性があります。新しいデータは作っていません。元どおりつないでから起動してください。移した先は {file} に記しています。このファイルがなければ、その隣のフォルダーを使います。',
  placeDamaged:
    'データフォルダーの場所を記したファイル {path} を読み取れません。変更は加えていません。直すか、別の場所に移すと、標準の場所のフォルダーを使います。',
  notAnswering:
    '{path} のある場所から応答がありません。共有フォルダーにつながっていないか、ドライブが休止中または故障している可能性があります。新しいデータは作っていません。元どおりつないでから起動するか、別のフォルダー（--data-dir）を指定して起動してください。',
  pathUnusable:
    '{path} というフォルダーは作れません。パスまたはその中の名前が長すぎるか、名前に使えない文字が含まれています。別のフォルダー（--data-dir）を指定して起動してください。',
  another: '何も保存していません。自分のフォルダーを --data-dir で指定してください。',
  partMissing:
    'Compute Desk の一部（{part}）がありません。データフォルダーは変更していません。Compute Desk をインストールし直してください。',
};

const words = { en, ja } as const;

/** The operating system's codes for a place without write access. */
const readOnly: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Returns the sentence for a failed start. */
export function startFailureText(cause: unknown, language: 'en' | 'ja'): string {
  const say = words[language];
  if (!(cause instanceof AppError)) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code === 'ENOSPC') return say.diskFull;
    const reason = cause instanceof Error ? cause.message : String(cause);
    return readOnly.has(code) ? fill(say.notWritten, { reason }) : reason;
  }
  const { code, details } = cause;
  if (code === 'data-folder-in-use') return say.inUse;
  if (code === 'data-no-locks') return say.noLocks;
  if (code === 'vault-damaged') return say.vaultDamaged;
  if (code === 'settings-damaged') return say.settingsDamaged;
  if (code === 'disk-full') return say.diskFull;
  if (code === 'part-missing') return fill(say.partMissing, details);
  if (code === 'data-folder-gone') return fill(say.gone, details);
  if (code === 'data-place-damaged') return fill(say.placeDamaged, details);
  if (code === 'place-not-answering') return fill(say.notAnswering, details);
  if (code === 'path-unusable') return fill(say.pathUnusable, details);
  if (code === 'data-newer') return fill(say.newer, details);
  if (code === 'data-not-written') return fill(say.notWritten, details);
  if (code === 'data-folder-refused') {
    const why = say.folder[details.reason as FolderRefusal];
    return `${why.replace('{path}', () => String(details.path))} ${say.another}`;
  }
  // An AppError's code is less specific than its cause.
  return cause.cause === undefined ? cause.message : startFailureText(cause.cause, language);
}

function fill(text: string, details: AppError['details']): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(details[name]));
}
