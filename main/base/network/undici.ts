/// <reference path="./undici-parts.d.ts" />
/**
 * The parts of undici that the app uses. Its index also loads its fetch, WebSocket, caches and mocks, and with them the
 * copy inside Node: 20 MB resident and a third of the start time. These parts too are loaded with the first request, so
 * that no window waits for them.
 */
export { default as connect } from 'undici/lib/api/api-connect.js';
export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as Client } from 'undici/lib/dispatcher/client.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';
