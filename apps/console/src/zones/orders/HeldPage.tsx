import { Button } from 'antd'
import { Link } from 'react-router'
import { useMay } from '../../app/me.ts'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Held = typeof import('#contract/staff.ts')['staffHeldOrders']

/** Orders that wait for the cause of their hold to go, the longest waiting first. */
export default function HeldPage() {
  const may = useMay()
  const deed = useDeed(calls.release, { done: '订单已恢复处理', outdates: [calls.held, calls.list, calls.counts, calls.one] })
  const reason = useReason(deed.problem)
  const columns: Columns<Held> = [
    {
      title: '订单号',
      dataIndex: 'no',
      width: 150,
      render: (no: string, { id }) => (
        <Link className="link" to={`/orders/${id}`}>
          {no}
        </Link>
      ),
    },
    { title: '企业', dataIndex: 'company', width: 220, ellipsis: true },
    { title: '暂停自', dataIndex: 'held_at', width: 150, render: (at: string) => <When at={at} /> },
    {
      title: '原因',
      dataIndex: 'reasons',
      render: (_, { reasons, locked }) => (
        <>
          {reasons.map((one) => (
            <p key={`${one.code} ${one.goods} ${one.message}`} className="bad">
              {one.goods && `${one.goods}：`}
              {one.message}
            </p>
          ))}
          {locked.map((one) => (
            <p key={one.batch_no} className="muted s12">
              质量锁定 {one.goods} {one.batch_no}：{one.reason}
            </p>
          ))}
        </>
      ),
    },
    ...(may('orders.release')
      ? ([
          {
            title: '',
            key: 'do',
            width: 110,
            render: (_: unknown, { id, no, company, reasons }) => (
              <Button
                size="small"
                onClick={() =>
                  reason.ask({
                    title: `解除暂停 ${no}`,
                    what: `${company} 的订单，因 ${reasons.length} 项原因暂停。法规或资质的原因仍在时，系统会拒绝。`,
                    ok: '解除暂停',
                    run: (why) => deed.run({ params: { id }, body: { reason: why } }),
                  })
                }
              >
                解除暂停
              </Button>
            ),
          },
        ] as Columns<Held>)
      : []),
  ]
  return (
    <>
      <ListPage what="暂停的订单" list={calls.held} columns={columns} open={({ id }) => `orders/${id}`} empty="没有暂停的订单" />
      {reason.dialog}
    </>
  )
}
