import { Alert, Button, Form, Input, InputNumber, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { numberText } from '../../parts/numbers.ts'
import { ReportUnqualified } from '../../parts/ReportUnqualified.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { useWarehouseFilter } from '../../parts/useWarehouses.ts'
import { calls } from './calls.ts'
import { BatchLabels, ShelfLabels } from './StockLabels.tsx'

type Batches = typeof import('#contract/stock.ts')['staffBatches']

const COLUMNS: Columns<Batches> = [
  { title: '批号', dataIndex: 'batch_no', width: 130, render: (no: string) => <b>{no}</b> },
  { title: '编码', dataIndex: 'code', width: 110 },
  { title: '商品', dataIndex: 'name', render: (name: string, { spec }) => `${name} ${spec}` },
  { title: '厂家', dataIndex: 'manufacturer', ellipsis: true },
  { title: '仓库', dataIndex: 'warehouse', width: 110 },
  { title: '货位', dataIndex: 'place', width: 90 },
  { title: '有效期至', dataIndex: 'expiry_date', width: 110 },
  { title: '可用', dataIndex: 'available', align: 'right', width: 80 },
  { title: '占用', dataIndex: 'reserved', align: 'right', width: 80 },
  {
    title: '状态',
    dataIndex: 'locked_at',
    width: 100,
    render: (at: string | null) => (at ? <StateTag tone="wrong">已锁定</StateTag> : <StateTag tone="done">可售</StateTag>),
  },
]

/** What really lies there; another person approves it before the figure changes. */
function Adjust({ batch, onClose }: { batch: RowOf<Batches>; onClose: () => void }) {
  const [form] = Form.useForm<{ number: number; reason: string }>()
  const deed = useDeed(calls.adjust, {
    done: ({ no }) => `调整单 ${no} 已提交，等另一人批准`,
    form,
    outdates: [calls.counts, calls.batches],
    onDone: onClose,
  })
  const book = batch.available + batch.reserved
  const typed = Form.useWatch('number', form) as number | null | undefined
  return (
    <Modal
      open
      title={`申请调整 ${batch.batch_no}`}
      okText="提交批准"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={440}
    >
      <p>
        {`${batch.name} ${batch.spec}，${batch.warehouse}：账面 ${numberText(book)}，其中订单占用 ${numberText(batch.reserved)}。不能低于占用。`}
        {typeof typed === 'number' && typed !== book && <b>{`　${typed > book ? '多' : '少'} ${Math.abs(typed - book)}`}</b>}
      </p>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(body) => void deed.run({ body: { batch_id: batch.id, ...body } })}
      >
        <Form.Item name="number" label="实际有多少（连同占用的）" rules={[{ required: true, message: '请填写数量' }]}>
          <InputNumber autoFocus min={0} max={10_000_000} precision={0} />
        </Form.Item>
        <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
          <Input maxLength={200} placeholder="如 搬运破损、过期销毁、清点少一盒" />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** Who has it, and the deed that stops it from being sold. */
function Batch({ batch, onClose }: { batch: RowOf<Batches>; onClose: () => void }) {
  const may = useMay()
  const deed = useDeed(calls.batch, {
    done: ({ batches, open_orders }) => `${batches.length} 个批次已更新，${open_orders} 张在途订单涉及`,
    outdates: [calls.batches, calls.flow],
  })
  const reason = useReason(deed.problem)
  const [isAdjusting, setAdjusting] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const isLocked = batch.locked_at !== null
  const command = isLocked ? 'release' : 'lock'
  const text = isLocked ? '解锁批号' : '锁定批号'
  const flow = useAsk(calls.flow, { params: { id: batch.id }, query: { per_page: 50 } })
  return (
    <SideDrawer
      title={batch.batch_no}
      note={`${batch.name} ${batch.spec}`}
      onClose={onClose}
      foot={
        <>
          <ReportUnqualified batch={batch} />
          {may('stock.count') && <Button onClick={() => setPrinting(true)}>批号签…</Button>}
          {may('stock.count') && <Button onClick={() => setAdjusting(true)}>调整数量…</Button>}
          {may(isLocked ? 'batches.release' : 'batches.lock') && (
            <Button
              danger={!isLocked}
              onClick={() =>
                reason.ask({
                  title: `${text} ${batch.batch_no}`,
                  what: `${batch.name} ${batch.spec}，各仓同一批号；可用 ${numberText(batch.available)}，占用 ${numberText(batch.reserved)}`,
                  ok: text,
                  danger: !isLocked,
                  usual: isLocked ? [] : ['外包装破损', '质量可疑，待查', '供应商通知暂停'],
                  run: (why) => deed.run({ params: { id: batch.id, command }, body: { reason: why } }),
                })
              }
            >
              {text}
            </Button>
          )}
        </>
      }
    >
      <Section
        title="批号"
        action={
          may('stock.view') && (
            <Link className="link" to={`/warehouse/movements?batch_id=${batch.id}`}>
              库存流水
            </Link>
          )
        }
      >
        <Facts
          flat
          items={[
            ['仓库', [batch.warehouse, batch.place].filter(Boolean).join('　货位 ')],
            ['有效期至', batch.expiry_date],
            ['可用 / 占用', `${numberText(batch.available)} / ${numberText(batch.reserved)}`],
            ...(isLocked ? ([['锁定', `${batch.locked_by}：${batch.locked_reason}`]] as const) : []),
          ]}
        />
      </Section>
      <Loaded of={flow}>
        {({ sums, list }) => (
          <Section
            title="流向"
            note={`${numberText(sums.companies)} 家 ${numberText(sums.orders)} 单，发出 ${numberText(sums.number)}，退回 ${numberText(sums.returned)}`}
          >
            <ul>
              {list.map((one) => (
                <li key={one.order_id} className="row line">
                  <Link className="link" to={`/orders/${one.order_id}`}>
                    {one.order_no}
                  </Link>
                  <span className="grow ell">{one.company}</span>
                  <span>×{numberText(one.number)}</span>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </Loaded>
      {reason.dialog}
      {isPrinting && <BatchLabels ids={[batch.id]} onClose={() => setPrinting(false)} />}
      {isAdjusting && <Adjust batch={batch} onClose={() => setAdjusting(false)} />}
    </SideDrawer>
  )
}

function Labels({ rows }: { rows: readonly RowOf<Batches>[] }) {
  const [printed, setPrinted] = useState<{ kind: 'batch' | 'goods'; rows: readonly RowOf<Batches>[] } | null>(null)
  const close = (): void => setPrinted(null)
  return (
    <>
      <Button size="small" onClick={() => setPrinted({ kind: 'batch', rows })}>
        打印批号签…
      </Button>
      <Button size="small" onClick={() => setPrinted({ kind: 'goods', rows })}>
        打印货架签…
      </Button>
      {printed?.kind === 'batch' && <BatchLabels ids={printed.rows.map(({ id }) => id)} onClose={close} />}
      {printed?.kind === 'goods' && <ShelfLabels goods={[...new Set(printed.rows.map(({ goods_id }) => goods_id))]} onClose={close} />}
    </>
  )
}

export default function BatchesPage() {
  const may = useMay()
  const warehouse = useWarehouseFilter()
  return (
    <ListPage
      what="批号"
      list={calls.batches}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '批号、编码、商品名，或扫标签', width: 240 },
        {
          kind: 'choice',
          name: 'locked',
          text: '状态',
          choices: [
            { value: '1', text: '已锁定' },
            { value: '0', text: '未锁定' },
          ],
        },
        {
          kind: 'choice',
          name: 'there',
          text: '有无货',
          choices: [{ value: '1', text: '只看有货' }],
        },
        ...warehouse,
      ]}
      {...(may('stock.count') && { bulk: (rows: readonly RowOf<Batches>[]) => <Labels rows={rows} /> })}
      rowTone={(row) => (row.locked_at ? 'is-warn' : '')}
      drawer={(batch, close) => <Batch key={batch.id} batch={batch} onClose={close} />}
    />
  )
}
