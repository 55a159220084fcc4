export const machineGroups = `
-- The group that the user has put a machine in; empty for none.
ALTER TABLE machine_choices ADD COLUMN own_group TEXT NOT NULL DEFAULT '';
`;
