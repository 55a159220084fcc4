export const unnamedEvents = `
-- Whom events of a calendar concern that name no machine: all, or nobody.
ALTER TABLE maintenance_calendars ADD COLUMN unnamed TEXT NOT NULL DEFAULT 'all';
`;
