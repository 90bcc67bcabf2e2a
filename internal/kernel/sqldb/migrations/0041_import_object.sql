-- Which imports have written a record: looked up by its id.
CREATE INDEX import_step_object ON import_step (object);
