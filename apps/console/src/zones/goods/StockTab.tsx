import type { GoodsRecordWire } from '#contract/goods-desk.ts'
import { Facts } from '../../parts/Facts.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Rows } from '../../parts/Rows.tsx'
import { Section } from '../../parts/Section.tsx'

/** What lies in the warehouses; changed there and not here. */
export function StockTab({ record }: { record: GoodsRecordWire }) {
  return (
    <>
      <Section title="库存">
        <Facts
          items={[
            ['可售', `${numberText(record.available)} ${record.unit}`],
            ['首营资料', record.papers > 0 ? `${record.papers} 份在用` : '还没有登记'],
          ]}
        />
      </Section>
      <Section title="批号" note="先到期的在前；收货、盘点、锁定在仓库和质量那里">
        <Rows
          rows={record.stock}
          id={(batch) => batch.batch_id}
          empty="没有库存：收货验收后在这里"
          columns={[
            ['仓库', (batch) => batch.warehouse],
            ['批号', (batch) => batch.batch_no],
            ['有效期至', (batch) => batch.expiry_date],
            ['可用', (batch) => numberText(batch.available), 'num'],
            ['订单占用', (batch) => numberText(batch.reserved), 'num'],
            ['状态', (batch) => (batch.locked === 1 ? <span className="bad">已锁定</span> : '')],
          ]}
        />
      </Section>
    </>
  )
}
