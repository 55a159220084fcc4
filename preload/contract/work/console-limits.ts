/** Largest description, bytes. */
export const largestDescription = 30 * 1024 * 1024;
/** Maximum operations of a description; more are left out. */
export const mostOperations = 5000;
/** Maximum descriptions of a system. */
export const mostDescriptions = 20;
/** Largest part of an answer that is kept in memory and shown, bytes. */
export const largestShown = 8 * 1024 * 1024;
/** Largest file that a page hands over to be sent, bytes. */
export const largestHeld = 32 * 1024 * 1024;
/** Largest text of a body, in characters. */
export const largestBodyText = 8 * 1024 * 1024;
