-- A clerk's new facts free a goods of the stop list, or of a rule of its own, only when quality has looked at them.
alter table law_decision drop constraint law_decision_decision_check;
alter table law_decision add constraint law_decision_decision_check check (decision in ('release', 'bar', 'review'));
