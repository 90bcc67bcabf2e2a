-- Lists of students that are narrowed down and sorted by name go through an index too. A class is small enough without one. Owned by package student.
CREATE INDEX student_by_programme_name ON student (programme_code, name_key, number_key);
CREATE INDEX student_by_year_name      ON student (entry_year, name_key, number_key);
CREATE INDEX student_by_campus_name    ON student (campus_id, name_key, number_key);
CREATE INDEX student_by_status_name    ON student (status, name_key, number_key);

-- The few accounts that nobody has used, or that still have their first password, are found without looking at the others. Owned by package account.
CREATE INDEX account_never    ON account (id, enabled) WHERE login_at = 0;
CREATE INDEX credential_first ON credential (account_id) WHERE kind <> 'own';
