-- How narrow the view was that a file was made with; null: not narrowed. Who sees less by now does not read it any more
-- (docs/decisions/2026-11-23-console-frame.md).
alter table export_job add column narrowed jsonb;
