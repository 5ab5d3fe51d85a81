import { Button, Checkbox, Empty, Table } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { StaffBatchWire } from '#contract/stock.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { ReportUnqualified } from '../../parts/ReportUnqualified.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import './quality.css'
import { numberText } from '../../parts/numbers.ts'

type Batches = typeof import('#contract/stock.ts')['staffBatches']

const COLUMNS: Columns<Batches> = [
  { title: '批号', dataIndex: 'batch_no', render: (no: string) => <b>{no}</b> },
  { title: '商品', dataIndex: 'name' },
  { title: '规格', dataIndex: 'spec' },
  { title: '生产企业', dataIndex: 'manufacturer', ellipsis: true },
  { title: '仓库', dataIndex: 'warehouse' },
  { title: '有效期至', dataIndex: 'expiry_date' },
  { title: '可用', dataIndex: 'available', align: 'right', render: numberText },
  { title: '订单占用', dataIndex: 'reserved', align: 'right', render: numberText },
  {
    title: '状态',
    key: 'locked',
    render: (_, { locked_at }) => (
      <StateTag tone={locked_at === null ? 'done' : 'wrong'}>{locked_at === null ? '可售' : '已锁定'}</StateTag>
    ),
  },
  { title: '锁定原因', dataIndex: 'locked_reason', ellipsis: true, render: (text: string) => text || <span className="muted">—</span> },
]

/** Whom it went to, the latest orders first. */
function Flow({ id }: { id: number }) {
  const answer = useAsk(calls.flow, { params: { id }, query: { per_page: 20 } })
  return (
    <Section title="流向">
      <Loaded of={answer}>
        {({ sums, list, total }) => (
          <>
            <p>
              {numberText(sums.companies)} 家 {numberText(sums.orders)} 单，共 {numberText(sums.number)} 件；未发出 {numberText(sums.open)}
              ，已退回 {numberText(sums.returned)}
            </p>
            <Table
              size="small"
              rowKey="order_id"
              pagination={false}
              dataSource={list}
              locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有售出过" /> }}
              columns={[
                { title: '企业', dataIndex: 'company', ellipsis: true },
                { title: '状态', dataIndex: 'status_name', width: 76 },
                { title: '数量', dataIndex: 'number', align: 'right', width: 56, render: numberText },
              ]}
            />
            {total > list.length && <p className="muted s12">前 {list.length} 张；全部见“启动召回”的预览。</p>}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Look({ batch, onClose }: { batch: StaffBatchWire; onClose: () => void }) {
  const may = useMay()
  const navigate = useNavigate()
  const [everywhere, setEverywhere] = useState(true)
  const isLocked = batch.locked_at !== null
  const command = isLocked ? 'release' : 'lock'
  const word = isLocked ? '解锁' : '锁定'
  const deed = useDeed(calls.batch, {
    done: ({ batches, open_orders }) => `已${word} ${batches.length} 处${open_orders > 0 ? `，${open_orders} 张未发出的订单占用其中` : ''}`,
    outdates: [calls.batches, calls.flow],
  })
  const said = useSecondPerson('batch.release')
  const reason = useReason(deed.problem)
  const can = may(isLocked ? 'batches.release' : 'batches.lock')
  const canRecall = may('recalls.run')
  const ask = () =>
    reason.ask({
      title: `${word}批号`,
      danger: !isLocked,
      ok: isLocked ? said(word) : word,
      what: (
        <>
          <b>
            {batch.name} {batch.spec} 批号 {batch.batch_no}
          </b>
          （{everywhere ? '各仓库' : batch.warehouse}）：
          {isLocked ? '另一位质量人员批准后恢复销售' : `随即不能销售，占用其中 ${numberText(batch.reserved)} 件的未发出订单停下`}。
          {isLocked && `锁定原因：${batch.locked_reason}`}
        </>
      ),
      usual: isLocked ? ['复检合格', '监管部门已解除', '调查完毕，无质量问题'] : ['质量投诉核查中', '药监通知', '储存温度超标', '外观异常'],
      run: (text) => deed.run({ params: { id: batch.id, command }, body: { reason: text, everywhere: everywhere ? 1 : 0 } }),
    })
  const recall = () => void navigate(`/quality/recalls/start/${batch.id}`)
  useKeys([
    { key: 'L', what: `${word}批号`, run: ask, when: can },
    { key: 'C', what: '召回这个批号', run: recall, when: canRecall },
  ])
  return (
    <SideDrawer
      title={batch.batch_no}
      note={`${batch.name} ${batch.spec}`}
      onClose={onClose}
      foot={
        (can || canRecall) && (
          <>
            <ReportUnqualified batch={batch} />
            {canRecall && (
              <Button danger onClick={recall}>
                召回 <Kbd of="C" />
              </Button>
            )}
            {can && (
              <Button type="primary" danger={!isLocked} className="grow" onClick={ask}>
                {word}… <Kbd of="L" />
              </Button>
            )}
          </>
        )
      }
    >
      <Section title="批号">
        <Facts
          items={[
            ['商品', `${batch.name} ${batch.spec}`],
            ['编码', batch.code],
            ['生产企业', batch.manufacturer],
            ['仓库', batch.warehouse],
            ['有效期至', batch.expiry_date],
            ['可用', numberText(batch.available)],
            ['订单占用', numberText(batch.reserved)],
          ]}
        />
        {can && (
          <Checkbox checked={everywhere} onChange={({ target }) => setEverywhere(target.checked)}>
            同一批号在各仓库一并{word}
          </Checkbox>
        )}
      </Section>
      {isLocked && (
        <Section title="锁定">
          <Facts
            items={[
              ['原因', batch.locked_reason],
              ['由谁', batch.locked_by],
              ['时间', <When key="at" at={batch.locked_at} />],
            ]}
          />
          {!can && <p className="muted s12">解锁由质量部门决定。</p>}
        </Section>
      )}
      <Flow id={batch.id} />
      {reason.dialog}
    </SideDrawer>
  )
}

export default function BatchesPage() {
  return (
    <ListPage
      what="批号"
      list={calls.batches}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '批号、编码、商品名的开头', width: 240 },
        {
          kind: 'choice',
          name: 'locked',
          text: '状态',
          choices: [
            { value: '1', text: '已锁定' },
            { value: '0', text: '可售' },
          ],
        },
      ]}
      rowTone={({ locked_at }) => (locked_at === null ? '' : 'is-warn')}
      drawer={(batch, close) => <Look key={`${batch.id} ${batch.locked_at}`} batch={batch} onClose={close} />}
    />
  )
}
