/** Returns the zones known to this computer, plus one that may be unknown. */
export function zonesWith(zone: string): string[] {
  return [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
