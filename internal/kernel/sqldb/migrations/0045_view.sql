-- A session in which a member of staff looks at the portal as its student: who, in which session of their own, and why. Empty: it is the
-- account's own. Owned by package account.
ALTER TABLE session ADD COLUMN viewer_account TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN viewer_session TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN view_reason TEXT NOT NULL DEFAULT '';
