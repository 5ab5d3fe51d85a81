-- A payment that nobody shall pay any more is closed at the gateway, too: a code on a screen that was left open paid for an order that was
-- cancelled, and the money had to be sent back.
alter table gateway_simulator drop constraint gateway_simulator_status_check;
alter table gateway_simulator add constraint gateway_simulator_status_check
  check (status in ('open', 'paid', 'failed', 'closed', 'refunded'));

-- What a payment is called at the gateway, where its buyer comes back to, and how long it is wanted: told to the gateway when the payment is
-- begun, and again when the page on which it is paid by a code is opened once more.
alter table payment add column title text not null default '', add column return_path text not null default '', add column pay_before timestamptz;
