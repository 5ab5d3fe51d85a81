-- Each payment channel has an account of its own in the ledger; until now all shared the simulated gateway's. What is booked stays as it was
-- written, and closings keep what they counted: the figure of each channel moves to its account by a posting of today, by the payments, refunds
-- and suspended money that its movements are of.
with moved as (
  select coalesce(r.channel, s.channel, p.channel) as channel, sum(e.amount)::bigint as amount
    from ledger_entry e
    join ledger_account a on a.id = e.account_id and a.company_id is null and a.kind = 'gateway'
    join ledger_posting g on g.id = e.posting_id
    left join payment p on p.no = case when g.idempotency_key like 'pay:%' then substr(g.idempotency_key, 5)
                                       when g.idempotency_key like 'refund:%' then substr(g.idempotency_key, 8) end
    left join refund r on r.no = case when g.idempotency_key like 'refund\_part:%' then substr(g.idempotency_key, 13) end
    left join suspense s on s.no = case when g.idempotency_key like 'suspense:%' then substr(g.idempotency_key, 10)
                                        when g.idempotency_key like 'suspense\_back:%' then substr(g.idempotency_key, 15) end
   where coalesce(r.channel, s.channel, p.channel, 'gateway') <> 'gateway' group by 1
), opened as (
  insert into ledger_account (company_id, kind) select null, channel from moved on conflict do nothing returning id, kind
), account as (
  select id, kind from opened union select id, kind from ledger_account where company_id is null
), written as (
  insert into ledger_posting (idempotency_key, kind, memo, at)
  select 'channel_split:' || channel, 'channel_split', '支付渠道分户：此前记在同一账户的款项', now() from moved where amount <> 0
  returning id, idempotency_key, kind, at
)
insert into ledger_entry (posting_id, account_id, amount, kind, at)
select w.id, a.id, case when a.kind = m.channel then m.amount else -m.amount end, w.kind, w.at
  from written w
  join moved m on w.idempotency_key = 'channel_split:' || m.channel
  join account a on a.kind in (m.channel, 'gateway');
