interface Corrections {
  /** Whether the view is kept here, not by the list. */
  isOurs(): boolean;
  /** The list of a long branch wants to correct the view. */
  make(): void;
}

/**
 * Calls `keep` in every frame in which something of the content has changed, after its layout and before it is painted.
 * Observers of sizes alone miss a text that is shorter for a moment within a frame: the view has moved, no size has.
 */
export function watchLayout(
  view: HTMLElement,
  content: HTMLElement,
  keep: () => void,
  corrections: Corrections,
): () => void {
  // the composer grows into the view
  const sizes = watchSizes([content, view], keep);
  let once: ResizeObserver | null = null;
  let frame = 0;
  /** An observer reports the initial size after the next layout. */
  const keepAfterLayout = (): void => {
    once?.disconnect();
    const created = new ResizeObserver(() => {
      created.disconnect();
      sizes.rest();
      keep();
    });
    once = created;
    created.observe(content);
  };
  const changes = new MutationObserver((records) => {
    // The rows of a long branch are placed while sizes are told: the content's observer gets no more in this frame.
    if (!records.some(({ target }) => isRowOrList(target, content))) {
      keepAfterLayout();
      return;
    }
    keep();
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(keepAfterLayout);
  });
  changes.observe(content, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['class', 'style', 'hidden', 'open'],
  });
  const giveBack = replaceCorrections(view, corrections);
  return () => {
    sizes.stop();
    once?.disconnect();
    changes.disconnect();
    cancelAnimationFrame(frame);
    giveBack();
  };
}

/**
 * Calls `keep` when the size of an element changes, once a frame at most: `keep` scrolls, text that comes into view then
 * gets its real height, and browsers report a size that they cannot tell in the same frame as an error of the page.
 * @returns `rest` leaves the sizes be until the next frame
 */
function watchSizes(elements: readonly Element[], keep: () => void) {
  const known = new Map<Element, string>();
  let frame: number | null = null;
  const observer = new ResizeObserver((entries) => {
    let isChanged = false;
    for (const { target, contentRect } of entries) {
      const size = `${contentRect.width} ${contentRect.height}`;
      isChanged ||= known.get(target) !== size;
      known.set(target, size);
    }
    if (!isChanged) return;
    rest();
    keep();
  });
  /** Starts observing. Every element is reported once at first; `known` filters those with an unchanged size. */
  const begin = (): void => {
    frame = null;
    for (const element of elements) observer.observe(element);
  };
  const rest = (): void => {
    observer.disconnect();
    frame ??= requestAnimationFrame(begin);
  };
  begin();
  return {
    rest,
    stop() {
      observer.disconnect();
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
}

/** Whether it is the list of a long branch, or one of its rows. */
function isRowOrList(target: Node, content: HTMLElement): boolean {
  const { parentNode } = target;
  if (parentNode === content) return target instanceof HTMLElement && target.style.height !== '';
  return (
    parentNode?.parentNode === content &&
    target instanceof HTMLElement &&
    target.style.position === 'absolute'
  );
}

/**
 * Replaces the corrections that the list of a long branch makes to the view. It guesses by rows what changed above the
 * reader; here it is measured.
 */
function replaceCorrections(view: HTMLElement, { isOurs, make }: Corrections): () => void {
  const own = view as { scrollBy?: unknown; scrollTo?: unknown };
  const instead =
    (native: (options?: ScrollToOptions) => void) =>
    (...given: [options?: ScrollToOptions]) => {
      const isCorrection = typeof given[0] === 'object' && given[0].behavior === 'instant';
      if (isCorrection && isOurs()) make();
      else native.apply(view, given);
    };
  own.scrollBy = instead(Element.prototype.scrollBy);
  own.scrollTo = instead(Element.prototype.scrollTo);
  return () => {
    delete own.scrollBy;
    delete own.scrollTo;
  };
}
