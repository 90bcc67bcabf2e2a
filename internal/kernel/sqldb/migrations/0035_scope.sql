-- What part of the staff's work an account does, and for an adviser the classes (行政班) they look after, one a line. Both are empty for
-- students. Owned by package account.
ALTER TABLE account ADD COLUMN scope TEXT NOT NULL DEFAULT '';
ALTER TABLE account ADD COLUMN classes TEXT NOT NULL DEFAULT '';
UPDATE account SET scope = 'registrar' WHERE role = 'admin';
