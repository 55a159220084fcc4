/** Whether the system has what POSIX has: signals that are heard, modes of files, links for everybody. */
export const isPosix = process.platform !== 'win32';
if (!isPosix) console.log('skipped: what Windows has not (signals, modes of files, links)');
