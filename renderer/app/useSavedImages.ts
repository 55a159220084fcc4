import { useEffect } from 'react';
import { AppError } from '../../preload/contract/errors.ts';
import { useStores } from '../kit/index.ts';

/** Saves an image of the page on request of the context menu. */
export function useSavedImages(): void {
  const { client, window: outcome } = useStores();
  useEffect(
    () =>
      client.on('app.saveImage', ({ x, y }) => {
        const image = document.elementFromPoint(x, y)?.closest('img');
        if (!image) return;
        void outcome.carryOut(async () => {
          const bytes = await pngOf(image);
          await client.call('app.savePicture', {
            name: `${image.alt.trim() || 'image'}.png`,
            bytes,
          });
        });
      }),
    [client, outcome],
  );
}

async function pngOf(image: HTMLImageElement): Promise<Uint8Array> {
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new AppError('internal');
  return new Uint8Array(await blob.arrayBuffer());
}
