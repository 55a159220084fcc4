/** The one pair of IPC channels between the preload script and main. */
export const channels = { call: 'compute-desk:call', event: 'compute-desk:event' } as const;
