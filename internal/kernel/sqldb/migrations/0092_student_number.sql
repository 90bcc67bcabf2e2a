-- The key of a student number keeps its signs: K1-1100 and K11-100 are two numbers. The server writes the keys of those again that it does not find in
-- the index when it starts. Owned by package student.
DELETE FROM lookup WHERE kind = 'student' AND id IN (
	SELECT id FROM student
	WHERE number LIKE '%-%' OR number LIKE '%.%' OR number LIKE '%''%' OR number LIKE '%’%' OR number LIKE '%·%' OR number LIKE '%•%'
);
