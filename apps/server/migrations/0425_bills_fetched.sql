-- A day's bill as the channel itself gave it out; false: as a person brought it, which vouches for nothing that the shop does not know.
alter table channel_bill add column is_fetched boolean not null default false;
