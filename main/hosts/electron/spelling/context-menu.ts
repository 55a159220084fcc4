import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { externalAddress } from '../../../../common/addresses/external-address.ts';
import type { Labels } from '../labels.ts';

type Asked = Pick<
  ContextMenuParams,
  | 'isEditable'
  | 'misspelledWord'
  | 'dictionarySuggestions'
  | 'selectionText'
  | 'editFlags'
  | 'linkURL'
  | 'mediaType'
  | 'hasImageContents'
>;

/** Actions of the entries. */
interface ContextActions {
  replace(word: string): void;
  /** Opens the link like a click: the page first shows whose it is. */
  openLink(): void;
  copyText(text: string): void;
  copyImage(): void;
  saveImage(): void;
}

/**
 * Returns the context menu for a link, an image or a selected text; in a field also spelling suggestions, undo and
 * clipboard entries.
 */
export function contextTemplate(
  asked: Asked,
  labels: Labels,
  actions: ContextActions,
): MenuItemConstructorOptions[] {
  const { isEditable, misspelledWord, dictionarySuggestions, selectionText, editFlags } = asked;
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const copy: MenuItemConstructorOptions = {
    role: 'copy',
    label: labels.copy,
    enabled: editFlags.canCopy,
  };
  if (!isEditable) {
    const groups = [
      linkItems(asked, labels, actions),
      imageItems(asked, labels, actions),
      selectionText.trim() === '' ? [] : [copy],
    ].filter((group) => group.length > 0);
    return groups.flatMap((group, at) => (at === 0 ? group : [separator, ...group]));
  }
  const words: MenuItemConstructorOptions[] =
    dictionarySuggestions.length === 0
      ? [{ label: labels.noSuggestions, enabled: false }]
      : dictionarySuggestions.map((word) => ({
          // an ampersand marks a menu's access key
          label: word.replaceAll('&', '&&'),
          click: () => actions.replace(word),
        }));
  return [
    ...(misspelledWord === '' ? [] : [...words, separator]),
    { role: 'undo', label: labels.undo, enabled: editFlags.canUndo },
    { role: 'redo', label: labels.redo, enabled: editFlags.canRedo },
    separator,
    { role: 'cut', label: labels.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: labels.paste, enabled: editFlags.canPaste },
    separator,
    { role: 'selectAll', label: labels.selectAll, enabled: editFlags.canSelectAll },
  ];
}

/** For links that open outside the app; places in the app have no address to copy. */
function linkItems(
  { linkURL }: Asked,
  labels: Labels,
  actions: ContextActions,
): MenuItemConstructorOptions[] {
  const address = linkURL === '' ? null : externalAddress(linkURL);
  if (address === null) return [];
  return [
    { label: labels.openLink, click: () => actions.openLink() },
    { label: labels.copyLink, click: () => actions.copyText(address) },
  ];
}

function imageItems(
  { mediaType, hasImageContents }: Asked,
  labels: Labels,
  actions: ContextActions,
): MenuItemConstructorOptions[] {
  if (mediaType !== 'image' || !hasImageContents) return [];
  return [
    { label: labels.copyImage, click: () => actions.copyImage() },
    { label: labels.saveImage, click: () => actions.saveImage() },
  ];
}
