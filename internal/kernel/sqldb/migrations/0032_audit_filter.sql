-- Staff look in the audit log for a person or an action. Owned by package audit.
CREATE INDEX audit_account ON audit (account_id, seq);
CREATE INDEX audit_action ON audit (action, seq);
