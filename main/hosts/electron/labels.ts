import { chooseLanguage } from '../../../preload/contract/language.ts';
import type { Settings } from '../../../preload/contract/settings.ts';

const en = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  about: 'About Compute Desk',
  settings: 'Settings…',
  new: 'New Conversation',
  lock: 'Lock Secrets',
  palette: 'Command Palette…',
  doctor: 'Check the Connection…',
  help: 'Help',
  guide: 'User’s Guide',
  services: 'Services',
  hide: 'Hide Compute Desk',
  hideOthers: 'Hide Others',
  unhide: 'Show All',
  quit: 'Quit Compute Desk',
  close: 'Close Window',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select All',
  reload: 'Reload',
  resetZoom: 'Actual Size',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  fullScreen: 'Full Screen',
  developerTools: 'Developer Tools',
  minimize: 'Minimize',
  zoom: 'Zoom',
  front: 'Bring All to Front',
  notStarted: 'Compute Desk could not start',
  unsaved: 'Not everything is saved',
  unsavedText:
    'Something is in memory only, because it could not be written to the disk. Make room on the disk: it is then saved by itself. If you close now, it is lost.',
  keepOpen: 'Keep Open',
  closeAnyway: 'Close Anyway',
};

export type Labels = Readonly<Record<keyof typeof en, string>>;

const ja: Labels = {
  file: 'ファイル',
  edit: '編集',
  view: '表示',
  window: 'ウインドウ',
  about: 'Compute Desk について',
  settings: '設定…',
  new: '新しい会話',
  lock: '秘密情報をロック',
  palette: 'コマンドパレット…',
  doctor: '接続を確認…',
  help: 'ヘルプ',
  guide: '使い方',
  services: 'サービス',
  hide: 'Compute Desk を隠す',
  hideOthers: 'ほかを隠す',
  unhide: 'すべてを表示',
  quit: 'Compute Desk を終了',
  close: 'ウインドウを閉じる',
  undo: '元に戻す',
  redo: 'やり直す',
  cut: '切り取り',
  copy: 'コピー',
  paste: '貼り付け',
  selectAll: 'すべて選択',
  reload: '再読み込み',
  resetZoom: '実際のサイズ',
  zoomIn: '拡大',
  zoomOut: '縮小',
  fullScreen: '全画面表示',
  developerTools: '開発者ツール',
  minimize: '最小化',
  zoom: '拡大／縮小',
  front: 'すべてを手前に移動',
  notStarted: 'Compute Desk を起動できませんでした',
  unsaved: '保存されていない内容があります',
  unsavedText:
    'ディスクに書き込めず、メモリにしかない内容があります。ディスクの空きを増やすと自動的に保存されます。今閉じると失われます。',
  keepOpen: '閉じない',
  closeAnyway: 'それでも閉じる',
};

const labels = { en, ja } as const;

/** What the host itself writes: menus, and the box for a start that failed. */
export function labelsFor(
  language: Settings['language'],
  systemLanguages: readonly string[],
): Labels {
  return labels[chooseLanguage(systemLanguages, language)];
}
