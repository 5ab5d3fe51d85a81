import type { GoodsRecordWire } from '#contract/goods-desk.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Section } from '../../parts/Section.tsx'

const count = (number: number): string => number.toLocaleString('zh-CN')

/** What lies in the warehouses; changed there and not here. */
export function StockTab({ record }: { record: GoodsRecordWire }) {
  return (
    <>
      <Section title="库存">
        <Facts
          items={[
            ['可售', `${count(record.available)} ${record.unit}`],
            ['首营资料', record.papers > 0 ? `${record.papers} 份在用` : '还没有登记'],
          ]}
        />
      </Section>
      <Section title="批号" note="先到期的在前；收货、盘点、锁定在仓库和质量那里">
        {record.stock.length === 0 ? (
          <p className="muted">没有库存：收货验收后在这里</p>
        ) : (
          <table className="tb tb-in">
            <thead>
              <tr>
                <th>仓库</th>
                <th>批号</th>
                <th>有效期至</th>
                <th className="num">可用</th>
                <th className="num">订单占用</th>
                <th>状态</th>
              </tr>
            </thead>
            <tbody>
              {record.stock.map((batch) => (
                <tr key={batch.batch_id}>
                  <td>{batch.warehouse}</td>
                  <td>{batch.batch_no}</td>
                  <td>{batch.expiry_date}</td>
                  <td className="num">{count(batch.available)}</td>
                  <td className="num">{count(batch.reserved)}</td>
                  <td>{batch.locked === 1 ? <span className="bad">已锁定</span> : ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
    </>
  )
}
