/// <reference path="./undici-parts.d.ts" />
/**
 * The parts of undici that are used. Its index loads its fetch, WebSocket, caches and mocks too, and with
 * them the copy of them inside Node: 20 MB resident and a third of the time of a start.
 */
export { default as connect } from 'undici/lib/api/api-connect.js';
export { default as errors } from 'undici/lib/core/errors.js';
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as Client } from 'undici/lib/dispatcher/client.js';
