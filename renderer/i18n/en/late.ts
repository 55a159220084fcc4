import calendar from './calendar.json';
import connections from './connections.json';
import doctor from './doctor.json';
import notices from './notices.json';

/** Texts that no first screen needs. */
export const lateTexts = { calendar, connections, doctor, notices };
