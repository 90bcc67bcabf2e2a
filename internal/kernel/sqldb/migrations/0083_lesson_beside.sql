-- A class may have further recordings beside its own: each is a lesson of that class, and the next file for the class does not replace it.
ALTER TABLE lesson ADD COLUMN beside BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE upload ADD COLUMN beside BOOLEAN NOT NULL DEFAULT FALSE;
