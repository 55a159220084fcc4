/** Integration with Windows and macOS beyond Electron's own events. */
export { identify } from './identity.ts';
export { browserFolder, localFolder, takeSealingKey } from './local-folder.ts';
export { followSessionEnd } from './session-end.ts';
export { removeAtExit } from './temporary-folder.ts';
export { isTranslocated, tellTranslocation } from './translocation.ts';
export { mayClose } from './unsaved.ts';
