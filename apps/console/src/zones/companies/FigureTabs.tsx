import { Link } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { toneOfReview } from './states.ts'

export function StoresTab({ id }: { id: number }) {
  return (
    <Loaded of={useAsk(calls.stores, { params: { id } })}>
      {({ group, list }) => (
        <Section title={group || '不属于任何连锁'} note="同一连锁，或由同一账号采购的企业">
          {list.length === 0 ? (
            <p className="muted">没有别的门店</p>
          ) : (
            <table className="tb tb-in">
              <thead>
                <tr>
                  <th>企业</th>
                  <th>类型</th>
                  <th>地区</th>
                  <th>状态</th>
                  <th>关系</th>
                </tr>
              </thead>
              <tbody>
                {list.map((one) => (
                  <tr key={one.id}>
                    <td>
                      <Link className="link" to={`/companies/${one.id}`}>
                        {one.name}
                      </Link>
                    </td>
                    <td>{one.type}</td>
                    <td>{one.region}</td>
                    <td>
                      <StateTag tone={toneOfReview(one.review_state)}>{one.review_name}</StateTag>
                    </td>
                    <td>{[one.in_group === 1 && '同一连锁', one.shares_account === 1 && '同一账号'].filter(Boolean).join('、')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
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
                  近 {days} 天，{orders.toLocaleString('zh-CN')} 单（不含已取消）
                </span>
                <b>
                  <Money yuan={total} />
                </b>
              </div>
            ))}
          </div>
          <Section title="最近十单">
            {list.length === 0 ? (
              <p className="muted">还没有下过单</p>
            ) : (
              <table className="tb tb-in">
                <thead>
                  <tr>
                    <th>订单号</th>
                    <th>状态</th>
                    <th>下单于</th>
                    <th className="num">应付</th>
                  </tr>
                </thead>
                <tbody>
                  {list.map((order) => (
                    <tr key={order.id}>
                      <td>{order.no}</td>
                      <td>
                        {order.status_name} {order.held === 1 && <span className="chip chip-warn">暂停</span>}
                      </td>
                      <td>
                        <When at={order.created_at} />
                      </td>
                      <td className="num">
                        <Money yuan={order.total} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
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
                [
                  '逾期',
                  credit.overdue_bills > 0 ? (
                    <span key="overdue" className="bad">
                      {credit.overdue_bills} 笔 <Money yuan={credit.overdue} />
                    </span>
                  ) : (
                    '无'
                  ),
                ],
              ]}
            />
          </Section>
          <Section title="余额">
            <Facts
              items={[
                ['余额', <Money key="balance" yuan={balance} />],
                ['现金券', <Money key="voucher" yuan={voucher} />],
                ['积分', points.toLocaleString('zh-CN')],
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
          {list.length === 0 ? (
            <p className="muted">还没有记录</p>
          ) : (
            <table className="tb tb-in">
              <thead>
                <tr>
                  <th>时间</th>
                  <th>谁</th>
                  <th>做了</th>
                  <th>理由</th>
                </tr>
              </thead>
              <tbody>
                {list.map((row) => (
                  <tr key={row.id}>
                    <td>
                      <When at={row.at} />
                    </td>
                    <td>{row.roles ? `${row.actor}（${row.roles}）` : row.actor}</td>
                    <td>{row.action_name}</td>
                    <td>{String((row.after as { reason?: string } | null)?.reason ?? '')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Section>
      )}
    </Loaded>
  )
}
