-- With which model and parameters a conversation is to begin, as JSON; null where nothing was chosen.
ALTER TABLE new_drafts ADD COLUMN asking TEXT;

-- as the app of this format kept it
UPDATE new_drafts SET asking = '{"model":"alpha","parameters":{"system":"Be brief."}}';
