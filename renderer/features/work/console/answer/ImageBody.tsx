import { useEffect, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';

/** Images that browsers draw and that run nothing. */
const drawn: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
]);

export function ImageBody({ bytes, type }: { readonly bytes: Uint8Array; readonly type: string }) {
  const t = useT();
  const [address, setAddress] = useState<string | null>(null);
  const isDrawn = drawn.has(type);
  useEffect(() => {
    if (!isDrawn) return;
    const made = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type, isDrawn]);
  return (
    <div className="min-h-0 flex-1 overflow-auto px-4 pb-4">
      {isDrawn ? (
        address !== null && (
          <img src={address} alt={t('console.answer.image')} className="max-w-full" />
        )
      ) : (
        <p className="text-text-soft">{t('console.answer.kinds.binary')}</p>
      )}
    </div>
  );
}
