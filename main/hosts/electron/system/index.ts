/** Integration with Windows and macOS beyond Electron's own events. */
export { identify } from './identity.ts';
export { browserFolder, copySealingKey, localFolder } from './local-folder.ts';
export { followSessionEnd } from './session-end.ts';
export { removeAtExit } from './temporary-folder.ts';
export { isTranslocated, offerApplicationsFolder } from './translocation.ts';
export { confirmClose } from './unsaved.ts';
