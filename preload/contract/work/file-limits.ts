/** Largest file that is moved in either direction, bytes: the API takes and gives whole files. */
export const largestTransfer = 256 * 1024 * 1024;
/** Largest file that a page can hand over, bytes: it goes in one message. */
export const largestDropped = 32 * 1024 * 1024;
/** Largest file that is previewed, bytes. */
export const largestPreview = 8 * 1024 * 1024;
/** Largest text that can be edited, bytes. */
export const largestEdited = 256 * 1024;
/** Maximum transfers in the list. */
export const maxTransfers = 1000;
