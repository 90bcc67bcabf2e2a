-- Uploads are received by tusd, at any node that reaches their bytes. Owned by package media.
ALTER TABLE upload ADD COLUMN store_id TEXT NOT NULL DEFAULT '';       -- what tusd's store calls it
ALTER TABLE upload ADD COLUMN lock_owner TEXT NOT NULL DEFAULT '';     -- the request that holds the lock; empty: nobody does
ALTER TABLE upload ADD COLUMN lock_until BIGINT NOT NULL DEFAULT 0;    -- when the lock of an owner that died is free again
ALTER TABLE upload ADD COLUMN lock_asked BOOLEAN NOT NULL DEFAULT FALSE; -- somebody else waits for the lock
