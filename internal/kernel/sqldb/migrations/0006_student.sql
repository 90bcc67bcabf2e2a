-- What a student reads for: the programme and the college (faculty) that offers it. Owned by package student.
CREATE TABLE programme (
	code       TEXT NOT NULL PRIMARY KEY,
	name       TEXT NOT NULL,
	name_en    TEXT NOT NULL,
	college    TEXT NOT NULL,
	college_en TEXT NOT NULL
);

-- The college's record of a person. An empty text or a zero says that the college does not know.
CREATE TABLE student (
	id                 TEXT   NOT NULL PRIMARY KEY,
	account_id         TEXT   NOT NULL, -- empty until an account is opened
	number             TEXT   NOT NULL,
	name               TEXT   NOT NULL,
	name_latin         TEXT   NOT NULL,
	gender             TEXT   NOT NULL,
	photo              TEXT   NOT NULL, -- key in the blob store
	phone              TEXT   NOT NULL,
	national_id        BYTEA,           -- sealed; the row's id is the additional data
	national_id_index  BYTEA,           -- keyed hash: finds a number without opening any
	campus_id          TEXT   NOT NULL,
	programme_code     TEXT   NOT NULL,
	class              TEXT   NOT NULL,
	entry_year         BIGINT NOT NULL,
	study_mode         TEXT   NOT NULL,
	status             TEXT   NOT NULL,
	graduation         TEXT   NOT NULL, -- the expected day, 2027-06-30
	adviser            TEXT   NOT NULL,
	credits_earned     BIGINT NOT NULL, -- in tenths of a credit, as the next
	credits_required   BIGINT NOT NULL,
	native_place       TEXT   NOT NULL, -- region code
	emergency_name     TEXT   NOT NULL,
	emergency_phone    TEXT   NOT NULL,
	email              TEXT   NOT NULL,
	address            TEXT   NOT NULL,
	-- Bytes and not text: they sort the same on both engines, whatever the locale, so a prefix is a range of an index.
	number_key         BYTEA  NOT NULL,
	name_key           BYTEA  NOT NULL,
	latin_key          BYTEA  NOT NULL,
	created_at         BIGINT NOT NULL,
	updated_at         BIGINT NOT NULL
);

CREATE UNIQUE INDEX student_number      ON student (number_key);
CREATE UNIQUE INDEX student_phone       ON student (phone) WHERE phone <> '';
CREATE UNIQUE INDEX student_account     ON student (account_id) WHERE account_id <> '';
CREATE UNIQUE INDEX student_national_id ON student (national_id_index) WHERE national_id_index IS NOT NULL;
CREATE INDEX student_name      ON student (name_key);
CREATE INDEX student_latin     ON student (latin_key);
CREATE INDEX student_programme ON student (programme_code, class);
