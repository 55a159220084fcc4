import certificates from './certificates.json';
import chat from './chat.json';
import clients from './clients.json';
import common from './common.json';
import errors from './errors.json';
import frame from './frame.json';
import machines from './machines.json';
import session from './session.json';
import settings from './settings.json';
import start from './start.json';

/** Every text of the app in this language; the first segment of a key is its area. */
export const texts = {
  certificates,
  chat,
  clients,
  common,
  errors,
  frame,
  machines,
  session,
  settings,
  start,
};
