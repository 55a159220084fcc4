export { appImageRuntime, findRuntime, makeAppImage, runtimeLicences } from './appimage.ts';
export { makeDeb } from './deb.ts';
export { makePortable } from './portable.ts';
export { makeRpm } from './rpm.ts';
export { createTree } from './tree.ts';
