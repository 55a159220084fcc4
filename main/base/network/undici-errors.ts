/// <reference path="./undici-parts.d.ts" />
/** Imported directly: they load nothing else. */
export { default as errors } from 'undici/lib/core/errors.js';
