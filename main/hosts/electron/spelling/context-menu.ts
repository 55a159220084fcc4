import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { Labels } from '../labels.ts';

type Asked = Pick<
  ContextMenuParams,
  'isEditable' | 'misspelledWord' | 'dictionarySuggestions' | 'selectionText' | 'editFlags'
>;

/** What can be done where the right mouse button was pressed: words for a misspelled one, then the clipboard's. */
export function contextTemplate(
  { isEditable, misspelledWord, dictionarySuggestions, selectionText, editFlags }: Asked,
  labels: Labels,
  replace: (word: string) => void,
): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const copy: MenuItemConstructorOptions = {
    role: 'copy',
    label: labels.copy,
    enabled: editFlags.canCopy,
  };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  const words: MenuItemConstructorOptions[] =
    dictionarySuggestions.length === 0
      ? [{ label: labels.noSuggestions, enabled: false }]
      : dictionarySuggestions.map((word) => ({
          // an ampersand marks a letter of a menu
          label: word.replaceAll('&', '&&'),
          click: () => replace(word),
        }));
  return [
    ...(misspelledWord === '' ? [] : [...words, separator]),
    { role: 'cut', label: labels.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: labels.paste, enabled: editFlags.canPaste },
    separator,
    { role: 'selectAll', label: labels.selectAll, enabled: editFlags.canSelectAll },
  ];
}
