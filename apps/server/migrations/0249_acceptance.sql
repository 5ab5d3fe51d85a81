-- What quality saw when it accepted a line (验收记录). Lines accepted before have no sample on record.
alter table stock_intake_line
  add sampled    integer check (sampled between 0 and number),  -- smallest packs that were opened and looked at
  add appearance text not null default '',                      -- of goods, packs, labels, leaflets
  add report_no  text not null default '',                      -- of the batch's inspection report, as it lay before the acceptor
  add measure    text not null default '' check (measure in ('', 'refuse', 'hold')), -- with what was not accepted
  add goods      jsonb not null default '{}';                   -- names and makers as they were on that day

-- The register, by the day of acceptance.
create index stock_intake_accepted on stock_intake (decided_at desc, id desc) where state = 'done';
