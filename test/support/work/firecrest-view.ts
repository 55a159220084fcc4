/**
 * What FirecREST 2 sends of a file: two blocks by `dd bs=size skip=offset/size count=2`, decoded, and of those so many
 * characters from the rest of the offset on.
 */
export function viewed(file: Buffer, offset: number, size: number): string {
  const begin = Math.floor(offset / size) * size;
  const characters = [...file.subarray(begin, begin + 2 * size).toString()];
  return characters.slice(offset % size, (offset % size) + size).join('');
}
