/** Distance from the viewport that still counts as near. */
const margin = '600px';

const listeners = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | null = null;

/** Whether nearness can be observed here. */
export const canWatch = (): boolean => typeof IntersectionObserver !== 'undefined';

/** Reports soon whether an element is in view or near it, and each later change, while it exists. */
export function watchNearness(element: Element, listener: (isNear: boolean) => void): void {
  listeners.set(element, listener);
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { rootMargin: margin, scrollMargin: margin },
  );
  observer.observe(element);
}
