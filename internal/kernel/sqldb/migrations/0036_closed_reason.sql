-- Why staff closed an account; its owner is told at login. Owned by package account.
ALTER TABLE account ADD COLUMN closed_reason TEXT NOT NULL DEFAULT '';
