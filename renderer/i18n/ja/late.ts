import calendar from './calendar.json';
import notices from './notices.json';

/** Texts that no first screen needs. */
export const lateTexts = { calendar, notices };
