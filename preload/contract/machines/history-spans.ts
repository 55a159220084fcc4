/** Length of a report: the last day and week by hours, the last month and quarter by calendar days. */
export const historySpans = ['24h', '7d', '30d', '90d'] as const;
export type HistorySpan = (typeof historySpans)[number];
