-- How often a system's Web API is asked, s, where the user has said it: all well, and while a machine is down or degraded.
CREATE TABLE machine_polling (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  every INTEGER NOT NULL,
  troubled INTEGER NOT NULL
) STRICT;

-- as the app of this format kept it
INSERT INTO machine_polling (system_id, every, troubled) VALUES ('s1', 300, 20);
