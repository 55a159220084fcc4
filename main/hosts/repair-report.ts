import { join } from 'node:path';
import type { Damage } from '../base/storage/types.ts';

const en = {
  all: 'The database in the data folder was damaged. All its data was recovered.',
  some: 'The database in the data folder was damaged. Recovered: systems: {systems}, conversations: {conversations}, messages: {messages}.',
  none: 'The database in the data folder was damaged and could not be read. The app starts with an empty one.',
  log: 'The app was not closed properly, and its database log (compute-desk.sqlite-wal) is missing or damaged. The last changes are missing; everything else is here. If something is missing, restore a backup in Settings. Copies from before an update are in {backups}.',
  next: 'The damaged file was moved to {path}. Nothing else was changed. If something is missing, close the app and replace compute-desk.sqlite with your own copy. Copies from before an update are in {backups}.',
};

const ja: typeof en = {
  all: 'データフォルダーのデータベースが壊れていましたが、データはすべて復旧しました。',
  some: 'データフォルダーのデータベースが壊れていました。復旧した分：システム {systems} 件、会話 {conversations} 件、メッセージ {messages} 件。',
  none: 'データフォルダーのデータベースが壊れていて、読み取れませんでした。空のデータベースで始めます。',
  log: '前回アプリは正常に終了せず、データベースのログ（compute-desk.sqlite-wal）が失われたか壊れています。最後の変更は残っていませんが、それ以外はすべて残っています。足りないものがあれば、設定からバックアップを復元してください。更新前の控えは {backups} にあります。',
  next: '壊れたファイルは {path} に移しました。ほかのデータは変更していません。足りないものがあれば、アプリを終了し、お手元の控えを compute-desk.sqlite として置き換えてください。更新前の控えは {backups} にあります。',
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
