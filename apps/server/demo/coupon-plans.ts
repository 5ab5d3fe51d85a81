import { sql } from 'kysely'
import type { Connection } from '../src/platform/database.ts'

/** What the console shows of the demo's coupons: each as if it had been approved, and two segments to give them to. */
export async function writeCouponPlans(trx: Connection, now: Date): Promise<void> {
  await sql`
    insert into coupon_plan (name, terms, template_id, asked_by, approved_by, approved_at, created_by, updated_by, updated_at)
    select t.name, jsonb_build_object(
             'intro', t.intro, 'threshold', t.threshold, 'amount', t.amount, 'percent', t.percent, 'cap', t.cap, 'scope', t.scope,
             'audience', t.audience, 'stackable', t.stackable, 'is_public', t.is_public, 'quota', t.quota, 'per_company', t.per_buyer,
             'take_from', nullif(t.take_from, '-infinity'), 'take_until', nullif(t.take_until, 'infinity'),
             'valid_from', t.valid_from, 'valid_until', t.valid_until, 'valid_days', t.valid_days),
           t.id, '演示', '演示', ${now}, '演示', '演示', ${now}
      from coupon_template t order by t.id`.execute(trx)
  const nothing = {
    types: [],
    provinces: [],
    cities: [],
    ranks: [],
    managers: [],
    ordered_days: null,
    silent_days: null,
    amount: null,
    bought: null,
    missed: null,
    licence_days: null,
  }
  const segments = [
    { name: '30 天没下单的药店', facts: { ...nothing, types: ['单体药店', '连锁门店'], silent_days: 30 } },
    { name: '诊所', facts: { ...nothing, types: ['诊所'] } },
  ]
  for (const { name, facts } of segments)
    await sql`
      insert into segment (name, facts, created_by, updated_by, updated_at)
      values (${name}, ${JSON.stringify(facts)}::jsonb, '演示', '演示', ${now})`.execute(trx)
}
