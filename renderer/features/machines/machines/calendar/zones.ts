/** The zones that this computer knows, and one that may be none of them. */
export function zonesWith(zone: string): string[] {
  return [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
