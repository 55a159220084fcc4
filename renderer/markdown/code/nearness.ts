/** How far out of view something may be and still counts as near. */
const margin = '600px';

const listeners = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | null = null;

/** Whether nearness can be told here. */
export const canWatch = (): boolean => typeof IntersectionObserver !== 'undefined';

/** Tells soon whether an element is in view or near it, and whenever that changes, for as long as it is there. */
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
