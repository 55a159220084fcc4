/** Length of a report: the last day and week by hours, the last month and quarter by calendar days. */
export const historySpans = ['24h', '7d', '30d', '90d'] as const;
export type HistorySpan = (typeof historySpans)[number];
/** What a bar covers: also the last minutes one by one, for a system that is new. */
export const barSpans = [...historySpans, 'recent'] as const;
export type BarSpan = (typeof barSpans)[number];
/** Maximum bars in one request. */
export const maxBars = 100;
