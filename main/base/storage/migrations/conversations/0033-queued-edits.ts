export const queuedEdits = `
-- What a queued message is to say, as far as its editing has come; null where it is not edited.
ALTER TABLE queued_messages ADD COLUMN edit TEXT;
`;
