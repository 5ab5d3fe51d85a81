-- A conversation is handed to a named colleague, with a word on what it is about.

create table chat_handover (
  id               bigint generated always as identity primary key,
  conversation_id  bigint not null references chat_conversation(id) on delete cascade,
  from_id          bigint references account(id),           -- who had it; null: nobody
  to_id            bigint not null references account(id),
  by_id            bigint not null references account(id),
  note             text not null,
  created_at       timestamptz not null default now()
);
create index chat_handover_conversation on chat_handover (conversation_id, id);

-- Whom it was handed to, until he or somebody else is done with it.
alter table chat_conversation add column handed_to bigint references account(id);
create index chat_conversation_handed on chat_conversation (handed_to, last_at) where handed_to is not null;

drop trigger queue_chat on chat_conversation;
create trigger queue_chat after insert or delete or update of staff_unread, state, handed_to on chat_conversation
  for each statement execute function tell_queues('{4}');
