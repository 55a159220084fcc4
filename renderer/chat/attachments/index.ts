export { AttachButton } from './AttachButton.tsx';
export { BasketView } from './BasketView.tsx';
export { type Basket, isTaking } from './basket.ts';
export { ImagesLeftOut } from './ImagesLeftOut.tsx';
export { MessageAttachments } from './MessageAttachments.tsx';
export { pastedFiles } from './paste.ts';
export {
  attachAgain,
  leaveOutFiles,
  leaveOutImages,
  readInParts,
  shrinkImages,
} from './remedies.ts';
export { upload } from './transfer.ts';
export { type Attaching, useAttached, useAttaching, useBasket } from './useAttaching.tsx';
export { useComposerFiles } from './useComposerFiles.ts';
export { useEditBasket } from './useEditBasket.ts';
