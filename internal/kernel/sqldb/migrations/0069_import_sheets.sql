-- The sheets that an import read as one table, as a JSON list: a line of the second is counted from 2 000 000 on. Owned by package roster.
ALTER TABLE import ADD COLUMN sheets TEXT NOT NULL DEFAULT ''; -- empty: one sheet, or a file without
