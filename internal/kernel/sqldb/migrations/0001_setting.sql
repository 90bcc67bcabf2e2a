-- What the installation knows about itself, such as when the sample college was loaded.
CREATE TABLE setting (
	name  TEXT NOT NULL PRIMARY KEY,
	value TEXT NOT NULL
);
