export { useComposerFiles } from '../features/chat/composer/useComposerFiles.ts';
export {
  attachAgain,
  leaveOutFiles,
  leaveOutImages,
  readInParts,
  shrinkImages,
} from '../features/chat/limits/attachmentRemedies.ts';
export { AttachButton } from './AttachButton.tsx';
export { BasketView } from './BasketView.tsx';
export { ImagesLeftOut } from './ImagesLeftOut.tsx';
export { MessageAttachments } from './MessageAttachments.tsx';
export { type Basket, isTaking } from './taking/basket.ts';
export { pastedFiles } from './taking/paste.ts';
export { upload } from './taking/transfer.ts';
export { type Attaching, useAttached, useAttaching, useBasket } from './useAttaching.tsx';
export { useEditBasket } from './useEditBasket.ts';
