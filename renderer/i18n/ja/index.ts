import attachments from './attachments.json';
import certificates from './certificates.json';
import chat from './chat.json';
import common from './common.json';
import conversations from './conversations.json';
import diagrams from './diagrams.json';
import elsewhere from './elsewhere.json';
import errors from './errors.json';
import fileFaults from './fileFaults.json';
import frame from './frame.json';
import keys from './keys.json';
import limits from './limits.json';
import machines from './machines.json';
import models from './models.json';
import prompts from './prompts.json';
import session from './session.json';
import start from './start.json';
import structured from './structured.json';
import tools from './tools.json';

/** All texts of the app in this language; the first segment of a key is its area. */
export const texts = {
  attachments,
  certificates,
  chat,
  common,
  conversations,
  diagrams,
  elsewhere,
  errors,
  fileFaults,
  frame,
  keys,
  limits,
  machines,
  models,
  prompts,
  session,
  start,
  structured,
  tools,
};
