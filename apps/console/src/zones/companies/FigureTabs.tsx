import { Link } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { To } from '../../app/places.tsx'
import { Overdue } from '../../parts/CompanyDealings.tsx'
import { toneOfReview } from '../../parts/company-tones.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Rows } from '../../parts/Rows.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

export function StoresTab({ id }: { id: number }) {
  return (
    <Loaded of={useAsk(calls.stores, { params: { id } })}>
      {({ group, list }) => (
        <Section title={group || '不属于任何连锁'} note="同一连锁，或由同一账号采购的企业">
          <Rows
            rows={list}
            id={(one) => one.id}
            empty="没有别的门店"
            columns={[
              [
                '企业',
                (one) => (
                  <Link className="link" to={`/companies/${one.id}`}>
                    {one.name}
                  </Link>
                ),
              ],
              ['类型', (one) => one.type],
              ['地区', (one) => one.region],
              ['状态', (one) => <StateTag tone={toneOfReview(one.review_state)}>{one.review_name}</StateTag>],
              ['关系', (one) => [one.in_group === 1 && '同一连锁', one.shares_account === 1 && '同一账号'].filter(Boolean).join('、')],
            ]}
          />
        </Section>
      )}
    </Loaded>
  )
}

export function OrdersTab({ id }: { id: number }) {
  return (
    <Loaded of={useAsk(calls.orders, { params: { id } })}>
      {({ list, sums }) => (
        <>
          <div className="kpi">
            {sums.map(({ days, orders, total }) => (
              <div key={days}>
                <span>
                  近 {days} 天，{numberText(orders)} 单（不含已取消）
                </span>
                <b>
                  <Money yuan={total} />
                </b>
              </div>
            ))}
          </div>
          <Section title="最近十单">
            <Rows
              rows={list}
              id={(order) => order.id}
              empty="还没有下过单"
              columns={[
                ['订单号', (order) => <To to={`orders/${order.id}`}>{order.no}</To>],
                [
                  '状态',
                  (order) => (
                    <>
                      {order.status_name} {order.held === 1 && <span className="chip chip-warn">暂停</span>}
                    </>
                  ),
                ],
                ['下单于', (order) => <When at={order.created_at} />],
                ['应付', (order) => <Money yuan={order.total} />, 'num'],
              ]}
            />
          </Section>
        </>
      )}
    </Loaded>
  )
}

export function MoneyTab({ id }: { id: number }) {
  return (
    <Loaded of={useAsk(calls.money, { params: { id } })}>
      {({ credit, balance, voucher, points }) => (
        <>
          <Section title="账期">
            <Facts
              items={[
                ['额度', <Money key="limit" yuan={credit.limit} />],
                ['天数', `${credit.days} 天`],
                ['已用', <Money key="used" yuan={credit.used} />],
                ['逾期', <Overdue key="overdue" bills={credit.overdue_bills} yuan={credit.overdue} />],
              ]}
            />
          </Section>
          <Section title="余额">
            <Facts
              items={[
                ['余额', <Money key="balance" yuan={balance} />],
                ['现金券', <Money key="voucher" yuan={voucher} />],
                ['积分', numberText(points)],
              ]}
            />
          </Section>
        </>
      )}
    </Loaded>
  )
}

export function HistoryTab({ id }: { id: number }) {
  const answer = useAsk(calls.audit, { query: { subject: `company:${id}`, per_page: 100 } })
  return (
    <Loaded of={answer}>
      {({ list }) => (
        <Section title="操作记录" note="最近 100 条">
          <Rows
            rows={list}
            id={(row) => row.id}
            empty="还没有记录"
            columns={[
              ['时间', (row) => <When at={row.at} />],
              ['谁', (row) => (row.roles ? `${row.actor}（${row.roles}）` : row.actor)],
              ['做了', (row) => row.action_name],
              ['理由', (row) => String((row.after as { reason?: string } | null)?.reason ?? '')],
            ]}
          />
        </Section>
      )}
    </Loaded>
  )
}
