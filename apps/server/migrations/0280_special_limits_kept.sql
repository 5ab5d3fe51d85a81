-- Limits of special compounds as the quality department keeps them. 0 stands for a row that is not there yet.
alter table special_limit add column version integer not null default 1;
