/** Creates an element with a class. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  return element;
}

/** Sets the text of a text node, appending if it only grew: that keeps selections and is cheapest. */
export function setText(node: Text, text: string): void {
  const { data } = node;
  if (data === text) return;
  if (text.startsWith(data)) node.appendData(text.slice(data.length));
  else node.data = text;
}
