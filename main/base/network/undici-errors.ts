/// <reference path="./undici-parts.d.ts" />
/** By themselves: they load nothing else. */
export { default as errors } from 'undici/lib/core/errors.js';
