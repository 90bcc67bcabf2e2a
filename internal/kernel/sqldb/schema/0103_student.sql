-- Students and their programmes. Owned by package student.

-- A programme and the college (faculty) that offers it.
CREATE TABLE programme (
	code       TEXT NOT NULL PRIMARY KEY,
	name       TEXT NOT NULL,
	name_en    TEXT NOT NULL,
	college    TEXT NOT NULL,
	college_en TEXT NOT NULL
);

-- The record of a student. Empty or 0: unknown.
CREATE TABLE student (
	id                TEXT   NOT NULL PRIMARY KEY,
	account_id        TEXT   NOT NULL, -- empty until an account is opened
	number            TEXT   NOT NULL,
	name              TEXT   NOT NULL,
	name_latin        TEXT   NOT NULL,
	gender            TEXT   NOT NULL,
	photo             TEXT   NOT NULL, -- key in the blob store
	phone             TEXT   NOT NULL,
	national_id       BYTEA,           -- sealed, with the row's id as additional data
	national_id_index BYTEA,           -- keyed hash, to find a number without decrypting
	campus_id         TEXT   NOT NULL,
	programme_code    TEXT   NOT NULL,
	class             TEXT   NOT NULL,
	entry_year        BIGINT NOT NULL,
	study_mode        TEXT   NOT NULL,
	status            TEXT   NOT NULL,
	graduation        TEXT   NOT NULL, -- expected date, 2027-06-30
	adviser           TEXT   NOT NULL,
	credits_earned    BIGINT NOT NULL, -- in tenths of a credit, like credits_required
	credits_required  BIGINT NOT NULL,
	native_place      TEXT   NOT NULL, -- region code
	emergency_name    TEXT   NOT NULL,
	emergency_phone   TEXT   NOT NULL,
	email             TEXT   NOT NULL,
	address           TEXT   NOT NULL,
	-- Bytes sort alike on both engines, so a prefix is a range of an index.
	number_key        BYTEA  NOT NULL,
	name_key          BYTEA  NOT NULL,
	latin_key         BYTEA  NOT NULL,
	created_at        BIGINT NOT NULL,
	updated_at        BIGINT NOT NULL
);
CREATE UNIQUE INDEX student_number ON student (number_key);
CREATE UNIQUE INDEX student_phone ON student (phone) WHERE phone <> '';
CREATE UNIQUE INDEX student_account ON student (account_id) WHERE account_id <> '';
CREATE UNIQUE INDEX student_national_id ON student (national_id_index) WHERE national_id_index IS NOT NULL;
CREATE INDEX student_by_programme ON student (programme_code, number_key);
CREATE INDEX student_by_class ON student (class, number_key);
CREATE INDEX student_by_year ON student (entry_year, number_key);
CREATE INDEX student_by_campus ON student (campus_id, number_key);
CREATE INDEX student_by_status ON student (status, number_key);
CREATE INDEX student_updated ON student (updated_at);
CREATE INDEX student_by_name ON student (name_key, number_key);
-- For filtered lists sorted by name. A class is small enough without.
CREATE INDEX student_by_programme_name ON student (programme_code, name_key, number_key);
CREATE INDEX student_by_year_name ON student (entry_year, name_key, number_key);
CREATE INDEX student_by_campus_name ON student (campus_id, name_key, number_key);
CREATE INDEX student_by_status_name ON student (status, name_key, number_key);
-- Messages to a year compare it as text. Without this index, PostgreSQL starts two more processes to scan all students.
CREATE INDEX student_by_year_text ON student ((CAST(entry_year AS TEXT)));
