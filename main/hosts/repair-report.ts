import { join } from 'node:path';
import type { Damage } from '../base/storage/types.ts';

const en = {
  all: 'The database in the data folder was damaged. All that was in its tables could be read, and is there.',
  some: 'The database in the data folder was damaged. What could be read of it is there: systems: {systems}, conversations: {conversations}, messages: {messages}.',
  none: 'The database in the data folder was damaged, and nothing in it could be read. The app begins anew.',
  log: 'The app did not close the last time, and the log of its database (compute-desk.sqlite-wal) is gone or damaged: what was written last is missing. Everything else is there. If something is missing, restore a backup in Settings; copies from before an update are in {backups}.',
  next: 'The damaged file lies in {path}. Nothing else was touched. If something is missing, close the app and put a copy of yours in its place (compute-desk.sqlite); copies from before an update are in {backups}.',
};

const ja: typeof en = {
  all: 'データフォルダーのデータベースが壊れていました。表の内容はすべて読み取れ、引き継ぎました。',
  some: 'データフォルダーのデータベースが壊れていました。読み取れた分を引き継ぎました（システム：{systems}、会話：{conversations}、メッセージ：{messages}）。',
  none: 'データフォルダーのデータベースが壊れていて、内容を読み取れませんでした。新しいデータベースで始めます。',
  log: '前回アプリは正常に終了せず、データベースのログ（compute-desk.sqlite-wal）が失われたか壊れています。最後に書き込んだ内容はありませんが、それ以外はすべて残っています。足りないものがあれば、設定からバックアップを復元してください。更新前の控えは {backups} にあります。',
  next: '壊れたファイルは {path} に残しています。ほかのデータには手を加えていません。足りないものがあれば、アプリを終了し、お手元の控えを compute-desk.sqlite として置き換えてください。更新前の控えは {backups} にあります。',
};

const words = { en, ja } as const;

/**
 * Reports the repair of a database that was damaged or had lost its log in the terminal; the app's window shows it too.
 */
export function printRepairs(damage: Damage, dataFolder: string, language: 'en' | 'ja'): string {
  const say = words[language];
  const { systems, conversations, messages, whole } = damage;
  const values: Record<string, string | number> = {
    systems,
    conversations,
    messages,
    path: join(dataFolder, damage.folder ?? ''),
    backups: join(dataFolder, 'backups'),
  };
  const happened = whole ? say.all : systems + conversations + messages === 0 ? say.none : say.some;
  const told = damage.folder === null ? say.log : `${happened} ${say.next}`;
  return told.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
