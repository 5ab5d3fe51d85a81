-- What waits comes first in the lists of the wholesaler's staff, in the order in which they are read.
create index feedback_queue on feedback ((state = 'open') desc, id);
create index wanted_request_queue on wanted_request ((state = 'open') desc, updated_at, id);
-- What is cleared every night is found by its age without an index entry for every message.
create index message_age on message using brin (created_at);
