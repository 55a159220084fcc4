/**
 * Runs in a page: hands plain text to everything of the DOM that makes HTML, code or a script's address of it.
 * @returns for each the name of what was thrown, or `taken`
 */
export function tryTextSinks(): Record<string, string> {
  const element = document.body.appendChild(document.createElement('div'));
  const script = document.createElement('script');
  const factory = (
    globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown };
    }
  ).trustedTypes;
  const sinks: Record<string, () => unknown> = {
    innerHTML: () => {
      element.innerHTML = '<b>x</b>';
    },
    outerHTML: () => {
      (element.firstElementChild ?? element).outerHTML = '<i>x</i>';
    },
    insertAdjacentHTML: () => element.insertAdjacentHTML('beforeend', '<b>x</b>'),
    fragment: () => document.createRange().createContextualFragment('<b>x</b>'),
    parser: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
    srcdoc: () => {
      document.createElement('iframe').srcdoc = '<b>x</b>';
    },
    'script.src': () => {
      script.src = './assets/x.js';
    },
    'script.text': () => {
      script.text = 'x';
    },
    handler: () => element.setAttribute('onclick', 'x'),
    worker: () => new Worker('./assets/x.js'),
    'new policy': () => factory.createPolicy('another', {}),
    'its own again': () => factory.createPolicy('compute-desk', {}),
    'default policy': () => factory.createPolicy('default', {}),
  };
  return Object.fromEntries(
    Object.entries(sinks).map(([name, hand]) => {
      try {
        hand();
        return [name, 'taken'];
      } catch (cause) {
        return [name, cause instanceof Error ? cause.name : String(cause)];
      }
    }),
  );
}
