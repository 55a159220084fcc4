export const calendarZones = `
-- Whole days, and times that name no zone (floating: 1), are kept as if the clock that they go by showed UTC, in
-- milliseconds since 1970. zone: that clock as the user has chosen it, own_zone: as the calendar says; an IANA name.
-- findings: what of the calendar cannot be read, as JSON (calendarFindings of the contract).
ALTER TABLE maintenance_calendars ADD COLUMN zone TEXT;
ALTER TABLE maintenance_calendars ADD COLUMN own_zone TEXT;
ALTER TABLE maintenance_calendars ADD COLUMN findings TEXT NOT NULL DEFAULT '{"leftOutEvents":[],"unknownZones":[]}';
ALTER TABLE maintenance_dates ADD COLUMN floating INTEGER NOT NULL DEFAULT 0;
-- Whether the user has chosen whom events concern that name no machine: earlier versions took all without asking.
ALTER TABLE maintenance_calendars ADD COLUMN chosen INTEGER NOT NULL DEFAULT 0;
`;
