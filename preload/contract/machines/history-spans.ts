/** How far back is looked: the last day and week by hours, the last month and quarter by days of the calendar. */
export const historySpans = ['24h', '7d', '30d', '90d'] as const;
export type HistorySpan = (typeof historySpans)[number];
