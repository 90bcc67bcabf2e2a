-- A student's e-mail address has one owner, the student's record; the account of a student keeps none of its own.
-- What only the account knew goes where it belongs.
UPDATE student
SET email = (SELECT a.email FROM account AS a WHERE a.student_id = student.id)
WHERE email = '' AND EXISTS (SELECT 1 FROM account AS a WHERE a.student_id = student.id AND a.email <> '');

UPDATE account SET email = '' WHERE student_id <> '' AND EXISTS (SELECT 1 FROM student AS s WHERE s.id = account.student_id);
