/** The files of what is pasted; none where text came along, as from a spreadsheet or a word processor. */
export function pastedFiles(data: DataTransfer): File[] {
  if (data.types.includes('text/plain')) return [];
  return [...data.files];
}
