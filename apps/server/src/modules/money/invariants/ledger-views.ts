import { sql } from 'kysely'
import { channelMoves } from '../reconciling/public.ts'
import type { Check } from './check.ts'

/** Money: the ledger by itself, and everything that is said of money elsewhere beside it. */

const sumOfShop = (kind: string) => sql`
  coalesce((select sum(e.amount) from ledger_entry e join ledger_account a on a.id = e.account_id
             where a.company_id is null and a.kind = ${kind}), 0)`

/** o: an order. What of its money is held until it is complete, and what a gateway still has to send back. */
export const ADVANCE = sql`
  case when o.status = 'pending_payment' then o.balance_amount + o.voucher_amount
       when o.status in ('paid', 'picking', 'shipped', 'received')
         then o.goods_amount - o.reduction_amount + o.shipping_amount - o.returned_goods - o.refunded_shipping
       else 0 end`
export const GOING_BACK = sql`
  coalesce((select sum(p.amount - p.refunded_amount) from payment p where p.order_id = o.id and p.status = 'refunding'), 0)`

/** What the rows say that accounts of the shop hold. */
export const HELD: Readonly<Record<'suspense' | 'refund_due' | 'surplus', ReturnType<typeof sql>>> = {
  suspense: sql`select sum(amount) from suspense where status in ('open', 'returning')`,
  refund_due: sql`select sum(amount) from refund where status = 'pending'`,
  surplus: sql`select sum(amount) from payment where purpose <> 'order' and status = 'refunding'`,
}

/** What an account of the shop holds is what some rows say it holds. */
const heldBy = (kind: keyof typeof HELD) => () => differs(kind, sumOfShop(kind), sql`coalesce((${HELD[kind]}), 0)`)
export const differs = (id: string, books: ReturnType<typeof sql>, rows: ReturnType<typeof sql>) =>
  sql`select ${id} as id, '账上 ' || books || ' 分，应为 ' || due || ' 分' as what from (select ${books} as books, ${rows} as due) held where books <> due`

/** A company's account on the wrong side of nothing. */
export const IS_WRONG = sql`((kind in ('balance', 'voucher', 'points') and balance < 0) or (kind = 'credit' and balance > 0))`
export const pursesWrong = (asked: ReturnType<typeof sql>) => sql`
  select id, '企业 ' || company_id || ' 的 ' || kind || ' 为 ' || balance as what from ledger_account
   where company_id is not null and ${IS_WRONG} and ${asked}`

/** Of these orders (SQL of a table with id) the ones whose bill is not what they paid on credit. An order is looked up to be named, not before. */
export const billedOf = (orders: ReturnType<typeof sql>) => sql`
  select o.id, (select no from orders where id = o.id) || '：账单 ' || coalesce(b.amount, 0) || '，账期付 ' || coalesce(y.amount, 0) as what
    from ${orders} o left join credit_bill b on b.order_id = o.id
    left join lateral (select sum(amount) as amount from (
      select p.amount from payment p
       where p.order_id = o.id and p.channel = 'credit' and p.status in ('paid', 'refunding', 'refunded')
         and not exists (select from payment_part s where s.payment_id = p.id)
       union all
      select s.amount from payment_part s join payment p on p.id = s.payment_id where s.order_id = o.id and p.channel = 'credit') own) y on true
   where coalesce(b.amount, 0) <> coalesce(y.amount, 0)`

/** Of these postings (SQL of one called g) the ones that are on another channel's account than their payment's, but for what was moved over since. */
export const strayMoves = (which: ReturnType<typeof sql>) => sql`
  select m.posting as id, '渠道 ' || m.channel || ' 的款项记在 ' || m.account || ' 的账户' as what
    from ${channelMoves(which)}
   where m.account <> m.channel
     and not exists (select from ledger_posting s where s.idempotency_key = 'channel_split:' || m.channel and s.id > m.posting)`

export const LEDGER_CHECKS: readonly Check[] = [
  {
    name: 'ledger_zero',
    title: '全部分录合计为零',
    find: () => sql`select 'ledger' as id, '合计 ' || sum(amount) || ' 分' as what from ledger_entry having sum(amount) <> 0`,
  },
  {
    name: 'ledger_posting',
    title: '每笔凭证借贷相等，至少两条分录',
    find: () => sql`
      select p.id, p.idempotency_key || '：合计 ' || coalesce(sum(e.amount), 0) || ' 分，' || count(e.id) || ' 条' as what
        from ledger_posting p left join ledger_entry e on e.posting_id = p.id
       group by p.id having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2`,
  },
  {
    name: 'channel_accounts',
    title: '每笔款项记在它的支付渠道自己的账户',
    find: () => strayMoves(sql`true`),
  },
  {
    name: 'ledger_points_apart',
    title: '积分与金额不在同一笔凭证里',
    find: () => sql`
      select e.posting_id as id, '积分与金额混记' as what from ledger_entry e join ledger_account a on a.id = e.account_id
       group by e.posting_id having bool_or(a.kind in ('points', 'points_issued')) and not bool_and(a.kind in ('points', 'points_issued'))`,
  },
  {
    name: 'ledger_balance',
    title: '企业账户余额等于分录之和，最后一条分录写着同一个数',
    find: () => sql`
      select a.id, '企业 ' || a.company_id || ' 的 ' || a.kind || '：余额 ' || a.balance || '，分录 ' || coalesce(s.total, 0) as what
        from ledger_account a
        left join lateral (select sum(e.amount) as total from ledger_entry e where e.account_id = a.id) s on true
        left join lateral (select e.balance_after from ledger_entry e where e.account_id = a.id order by e.id desc limit 1) l on true
       where a.company_id is not null and (a.balance <> coalesce(s.total, 0) or a.balance <> coalesce(l.balance_after, 0))`,
  },
  {
    name: 'purse_negative',
    title: '余额、现金券、积分不为负，账期不为正',
    find: () => pursesWrong(sql`true`),
  },
  {
    name: 'credit_bills',
    title: '账期欠款等于未还账单之和',
    find: () => sql`
      select c.id, '账上欠 ' || coalesce(-a.balance, 0) || ' 分，账单未还 ' || coalesce(b.open, 0) || ' 分' as what
        from company c
        left join ledger_account a on a.company_id = c.id and a.kind = 'credit'
        left join (select company_id, sum(open) as open from credit_bill group by 1) b on b.company_id = c.id
       where coalesce(-a.balance, 0) <> coalesce(b.open, 0)`,
  },
  {
    name: 'credit_repaid',
    title: '账单已还等于还款明细之和，结清的账单没有未还',
    find: () => sql`
      select b.id, '已还 ' || b.repaid || '，明细 ' || coalesce(i.amount, 0) || '，未还 ' || b.open as what
        from credit_bill b
        left join (select bill_id, sum(amount) as amount from credit_repayment_item group by 1) i on i.bill_id = b.id
       where b.repaid <> coalesce(i.amount, 0) or (b.open = 0) <> (b.settled_at is not null)`,
  },
  {
    name: 'credit_bill_orders',
    title: '每张订单的账单等于它用账期付的（拆过的订单各按份额）',
    find: () => billedOf(sql`orders`),
  },
  {
    name: 'suspense',
    title: '待查账户等于未处理的待查款项',
    find: heldBy('suspense'),
  },
  {
    name: 'refund_due',
    title: '待退账户等于还没有退到的退款',
    find: heldBy('refund_due'),
  },
  {
    name: 'surplus',
    title: '重复到账的款项等于还没有退回的充值、还款支付',
    find: heldBy('surplus'),
  },
  {
    name: 'order_advance',
    title: '订单预收：付了的、没完成的、没退的，一分不差',
    find: () => sql`
      select o.id, o.no || '（' || o.status || '）账上 ' || coalesce(s.total, 0) || ' 分，应为 ' || due.amount || ' 分' as what
        from orders o
        left join (select p.order_id, sum(e.amount) as total
                     from ledger_entry e join ledger_posting p on p.id = e.posting_id join ledger_account a on a.id = e.account_id
                    where a.company_id is null and a.kind = 'order_advance' group by 1) s on s.order_id = o.id
       cross join lateral (select ${ADVANCE} + ${GOING_BACK} as amount) due
       where coalesce(s.total, 0) <> due.amount`,
  },
  {
    name: 'ledger_guarded',
    title: '账本与审计只能追加：触发器都在并且开着',
    find: () => sql`
      select t.name as id, '触发器没有或被关掉' as what
        from unnest(array['ledger_entry_append_only', 'ledger_posting_append_only', 'ledger_entry_balanced', 'ledger_entry_no_truncate',
                          'ledger_posting_no_truncate', 'audit_log_append_only', 'audit_log_no_truncate',
                          'audit_log_awaits_seal', 'audit_seal_append_only', 'audit_seal_no_truncate']) as t(name)
       where not exists (select from pg_trigger g where g.tgname = t.name and g.tgenabled = 'O')`,
  },
]
