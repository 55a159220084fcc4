/** Returns pasted files; none if text came along, as from a spreadsheet or a word processor. */
export function pastedFiles(data: DataTransfer): File[] {
  if (data.types.includes('text/plain')) return [];
  return [...data.files];
}
