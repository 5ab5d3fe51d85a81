-- A service that was asked to tell by itself what happens to a parcel; null: it is asked from time to time.
alter table shipment add followed_at timestamptz;
