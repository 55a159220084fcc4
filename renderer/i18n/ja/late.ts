import calendar from './calendar.json';
import clients from './clients.json';
import connect from './connect.json';
import connections from './connections.json';
import consoleTexts from './console.json';
import doctor from './doctor.json';
import files from './files.json';
import foreignFiles from './foreignFiles.json';
import jobs from './jobs.json';
import errors from './lateErrors.json';
import links from './links.json';
import notices from './notices.json';
import policy from './policy.json';
import programs from './programs.json';
import settings from './settings.json';
import signIn from './signIn.json';
import ssh from './ssh.json';
import support from './support.json';
import usage from './usage.json';

/** Texts that the first screen does not need. */
export const lateTexts = {
  calendar,
  clients,
  connect,
  connections,
  console: consoleTexts,
  doctor,
  errors,
  files,
  foreignFiles,
  jobs,
  links,
  notices,
  policy,
  programs,
  settings,
  signIn,
  ssh,
  support,
  usage,
};
