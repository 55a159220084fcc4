/** Largest file that is moved through memory as a whole, where an API or a page gives no pieces, bytes. */
export const largestWhole = 256 * 1024 * 1024;
/** Largest file that a page can hand over, bytes: it goes in one message. */
export const largestDropped = 32 * 1024 * 1024;
/** Largest file that is previewed, bytes. */
export const largestPreview = 8 * 1024 * 1024;
/** Largest text that can be edited, bytes. */
export const largestEdited = 256 * 1024;
/** Folders inside of each other in a folder that is moved as a whole, at most. */
export const deepestFolder = 32;
/** A rename or removal that takes longer is listed, ms. */
export const changeShownAfter = 3000;
/** Maximum transfers in the list. */
export const maxTransfers = 1000;
