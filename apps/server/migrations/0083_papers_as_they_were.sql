-- A signed report to which something was added after its last signature: quality is told before the release.
alter table batch_document add column added_after_signing boolean not null default false;
