/// <reference path="./undici-parts.d.ts" />
/**
 * The parts of undici that are used. Its index loads its fetch, WebSocket, caches and mocks too, and with
 * them the copy of them inside Node: 20 MB resident and a third of the time of a start. These too are loaded only when
 * something is asked of a server: a window does not wait for them.
 */
export { default as connect } from 'undici/lib/api/api-connect.js';
export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as Client } from 'undici/lib/dispatcher/client.js';
