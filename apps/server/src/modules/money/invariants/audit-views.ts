import { sql } from 'kysely'
import type { Check } from './check.ts'

/** What staff decide leaves a row in the audit log. */
const audited = (name: string, title: string, rows: ReturnType<typeof sql>): Check => ({
  name,
  title,
  find: () => sql`
    select r.id, r.subject || ' 没有 ' || r.action || ' 的审计记录' as what from (${rows}) r
     where not exists (select from audit_log a where a.subject = r.subject and a.action = r.action)`,
})

export const AUDIT_CHECKS: readonly Check[] = [
  audited(
    'audit_after_sales',
    '员工核定的售后都有审计记录',
    sql`select id, 'after_sale:' || id as subject, case status when 'rejected' then 'after_sale.reject' else 'after_sale.refund' end as action
          from after_sale where status in ('refunding', 'refunded', 'rejected')`,
  ),
  audited(
    'audit_suspense',
    '待查款项的处理都有审计记录',
    sql`select s.id, 'suspense:' || s.no as subject, d.action
          from suspense s
          join (values ('matched', 'suspense.match'), ('returning', 'suspense.return')) as d(status, action) on d.status = s.status`,
  ),
  audited(
    'audit_balance',
    '余额调整都有审计记录',
    sql`select id, 'company:' || company_id as subject, 'balance.adjust' as action from ledger_posting where kind = 'adjust'`,
  ),
  audited(
    'audit_batches',
    '锁定的批号都有审计记录',
    sql`select id, 'stock_batch:' || id as subject, 'batch.lock' as action from stock_batch where locked_at is not null`,
  ),
]
