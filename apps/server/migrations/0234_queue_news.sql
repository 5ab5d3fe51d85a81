-- Open pages of the console count what waits; that a count may have changed comes to them by the feed. The ids are areas
-- (platform/queue-areas.ts). Nobody is woken for it: followers look several times a second by themselves.
create function tell_queues() returns trigger language plpgsql as $$
begin
  perform note_change('queue', TG_ARGV[0]::bigint[], false);
  return null;
end $$;

create trigger queue_orders after insert or delete or update of status, held_at, gathered_at on orders
  for each statement execute function tell_queues('{1,2}');
create trigger queue_company after insert or delete or update of review_state on company
  for each statement execute function tell_queues('{3}');
create trigger queue_certificate after insert or delete or update of status, submitted_at on certificate
  for each statement execute function tell_queues('{3}');
create trigger queue_company_change after insert or delete or update of status on company_change
  for each statement execute function tell_queues('{3}');
create trigger queue_address after insert or delete or update of review on address
  for each statement execute function tell_queues('{3}');
create trigger queue_chat after insert or delete or update of staff_unread, state on chat_conversation
  for each statement execute function tell_queues('{4}');
create trigger queue_after_sale after insert or delete or update of status on after_sale
  for each statement execute function tell_queues('{4}');
create trigger queue_wanted after insert or delete or update of state on wanted_request
  for each statement execute function tell_queues('{4}');
create trigger queue_feedback after insert or delete or update of state on feedback
  for each statement execute function tell_queues('{4}');
create trigger queue_proof after insert or delete or update of state on transfer_proof
  for each statement execute function tell_queues('{5}');
create trigger queue_suspense after insert or delete or update on suspense
  for each statement execute function tell_queues('{5}');
create trigger queue_refund after insert or delete or update of status on refund
  for each statement execute function tell_queues('{5}');
create trigger queue_invoice_request after insert or delete or update of state on invoice_request
  for each statement execute function tell_queues('{5}');
create trigger queue_recall after insert or delete or update of state on recall
  for each statement execute function tell_queues('{6}');
create trigger queue_report after insert or delete or update on batch_document
  for each statement execute function tell_queues('{6}');
create trigger queue_report_request after insert or delete or update on document_request
  for each statement execute function tell_queues('{6}');
create trigger queue_receipt after insert or delete or update of state on ephedrine_receipt
  for each statement execute function tell_queues('{6}');
create trigger queue_law after update of law_verdict on goods
  for each statement execute function tell_queues('{6,7}');
