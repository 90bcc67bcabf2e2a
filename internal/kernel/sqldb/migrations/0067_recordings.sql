-- How a file is known again when its folder is dropped once more: a hash of its first and last bytes, and when it was last written.
ALTER TABLE asset ADD COLUMN fingerprint TEXT NOT NULL DEFAULT '';
ALTER TABLE asset ADD COLUMN modified_at BIGINT NOT NULL DEFAULT 0; -- 0: not known
ALTER TABLE upload ADD COLUMN fingerprint TEXT NOT NULL DEFAULT '';
ALTER TABLE upload ADD COLUMN modified_at BIGINT NOT NULL DEFAULT 0;

-- A recording that staff deleted can be restored for a while. Until then it belongs to no lesson.
ALTER TABLE asset ADD COLUMN deleted_at BIGINT NOT NULL DEFAULT 0; -- 0: it is not deleted
ALTER TABLE asset ADD COLUMN deleted_lesson TEXT NOT NULL DEFAULT ''; -- where it belonged
ALTER TABLE asset ADD COLUMN deleted_current BOOLEAN NOT NULL DEFAULT FALSE; -- its lesson played it
