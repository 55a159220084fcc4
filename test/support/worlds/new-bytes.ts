/** What stands for a new AppImage where nothing but its bytes matters. */
export const newBytes = Buffer.alloc(400_000, 'the new one');
