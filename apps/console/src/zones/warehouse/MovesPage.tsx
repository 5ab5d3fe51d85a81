import { Alert, Button, Form, Input, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { MOVE_STATES } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { useWarehouses } from '../../parts/useWarehouses.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { type FoundGoods, GoodsFinder } from './GoodsFinder.tsx'
import { TONES } from './tones.ts'
import './warehouse.css'
import { numberText } from '../../parts/numbers.ts'

type Moves = typeof import('#contract/counts.ts')['staffMoves']

const COLUMNS: Columns<Moves> = [
  { title: '调拨单', dataIndex: 'no', width: 170, render: (no: string) => <b>{no}</b> },
  { title: '发出', dataIndex: 'sent_at', width: 110, render: (at: string) => <When at={at} short /> },
  { title: '从', dataIndex: 'from', width: 120 },
  { title: '到', dataIndex: 'to', width: 120 },
  { title: '商品', key: 'goods', ellipsis: true, render: (_, { lines }) => lines.map(({ name }) => name).join('、') },
  { title: '件数', dataIndex: 'number', align: 'right', width: 80 },
  { title: '经手', dataIndex: 'sender', width: 90 },
  {
    title: '状态',
    dataIndex: 'state',
    width: 100,
    render: (state: keyof typeof TONES, { state_name }) => <StateTag tone={TONES[state]}>{state_name}</StateTag>,
  },
]

function Look({ row, onClose }: { row: RowOf<Moves>; onClose: () => void }) {
  const may = useMay()
  const deed = useDeed(calls.moveDecide, {
    done: ({ state }) => (state === 'arrived' ? '已到货入库' : '已撤回'),
    outdates: [calls.moves, calls.batches, calls.movements],
  })
  const reason = useReason(deed.problem)
  const isOpen = row.state === 'sent' && may('stock.count')
  const arrive = (): void =>
    reason.ask({
      title: `${row.no} 到货`,
      what: `${row.lines.length} 行 ${row.number} 件全部到${row.to}，随即可卖。实物不符的，到货后另开盘点。`,
      ok: '到货入库',
      bare: true,
      run: () => deed.run({ params: { id: row.id, command: 'arrive' }, body: {} }),
    })
  useKeys([{ key: 'A', what: '到货入库', run: arrive, when: isOpen }])
  return (
    <SideDrawer
      title={row.no}
      note={`${row.from} → ${row.to}`}
      onClose={onClose}
      foot={
        isOpen && (
          <>
            <Button
              onClick={() =>
                reason.ask({
                  title: `撤回 ${row.no}`,
                  what: `${numberText(row.number)} 件回到${row.from}。`,
                  ok: '撤回',
                  run: (text) => deed.run({ params: { id: row.id, command: 'cancel' }, body: { reason: text } }),
                })
              }
            >
              撤回…
            </Button>
            <Button type="primary" onClick={arrive}>
              到货入库 <Kbd of="A" />
            </Button>
          </>
        )
      }
    >
      <Section title="调拨单">
        <Facts
          flat
          items={[
            ['发出', <When key="s" at={row.sent_at} />],
            ['经手', row.sender],
            ['了结', <When key="d" at={row.decided_at} />],
            ['经手', row.decider],
            ['备注', row.remark],
          ]}
        />
      </Section>
      <Section title="明细" note={`${numberText(row.number)} 件`}>
        <ul>
          {row.lines.map((line) => (
            <li key={line.batch_id} className="row">
              <span className="grow ell">{`${line.name} ${line.spec}`}</span>
              <b>{line.batch_no}</b>
              <span>
                ×{numberText(line.number)} {line.unit}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {reason.dialog}
    </SideDrawer>
  )
}

interface Line {
  batchId: number
  name: string
  batchNo: string
  expiry: string
  available: number
  number: number
}

function SendForm({ onClose }: { onClose: () => void }) {
  const warehouses = useWarehouses()
  const [form] = Form.useForm<{ from_id: number; to_id: number; remark?: string }>()
  const fromId = Form.useWatch('from_id', form) as number | undefined
  const [lines, setLines] = useState<readonly Line[]>([])
  const [goods, setGoods] = useState<FoundGoods | null>(null)
  const deed = useDeed(calls.moveAdd, { done: '已出库，到货后请登记', form, outdates: [calls.moves, calls.batches], onDone: onClose })
  const add = (found: FoundGoods, batch: FoundGoods['batches'][number]): void => {
    setGoods(null)
    if (lines.some(({ batchId }) => batchId === batch.id)) return
    const { id: batchId, batch_no: batchNo, expiry_date: expiry, available } = batch
    setLines([...lines, { batchId, name: `${found.name} ${found.spec}`, batchNo, expiry, available, number: available }])
  }
  const change = (batchId: number, number: number): void =>
    setLines(lines.map((line) => (line.batchId === batchId ? { ...line, number } : line)))
  const movable = (goods?.batches ?? []).filter(({ available, locked }) => available > 0 && locked === 0)
  return (
    <Modal
      open
      title="调拨出库"
      okText={
        lines.length === 0 ? '还没有商品' : `发出 ${lines.length} 行 ${numberText(lines.reduce((sum, { number }) => sum + number, 0))} 件`
      }
      okButtonProps={{ disabled: lines.length === 0 }}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={720}
    >
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={warehouses[0] ? { from_id: warehouses[0].value } : {}}
        onFinish={({ from_id, to_id, remark = '' }) =>
          void deed.run({ body: { from_id, to_id, remark, lines: lines.map(({ batchId: batch_id, number }) => ({ batch_id, number })) } })
        }
      >
        <div className="thirds">
          <Form.Item name="from_id" label="从" rules={[{ required: true, message: '请选择仓库' }]}>
            <Select
              options={warehouses}
              onChange={() => {
                setLines([])
                setGoods(null)
              }}
            />
          </Form.Item>
          <Form.Item name="to_id" label="到" rules={[{ required: true, message: '请选择仓库' }]}>
            <Select options={warehouses.filter(({ value }) => value !== fromId)} />
          </Form.Item>
        </div>
        <Form.Item name="remark" label="备注">
          <Input maxLength={200} />
        </Form.Item>
      </Form>
      <GoodsFinder warehouseId={fromId} onFound={setGoods} />
      {goods !== null && (
        <div className="found">
          {movable.map((batch) => (
            <button key={batch.id} type="button" onClick={() => add(goods, batch)}>
              <b>{batch.batch_no}</b>
              <span className="grow">{`${goods.name} ${goods.spec}，至 ${batch.expiry_date}`}</span>
              <span>可用 {numberText(batch.available)}</span>
            </button>
          ))}
          {movable.length === 0 && <p className="muted pad">{goods.name} 在这个仓没有可调的批号</p>}
        </div>
      )}
      <table className="tb tb-in">
        <tbody>
          {lines.map((line) => (
            <tr key={line.batchId}>
              <td>{line.name}</td>
              <td>
                <b>{line.batchNo}</b> <span className="muted">至 {line.expiry}</span>
              </td>
              <td className="num">
                <InputNumber
                  aria-label={`${line.name} ${line.batchNo} 数量`}
                  min={1}
                  max={line.available}
                  precision={0}
                  value={line.number}
                  onChange={(number) => change(line.batchId, number ?? 1)}
                />
              </td>
              <td className="num">
                <Button size="small" type="text" onClick={() => setLines(lines.filter(({ batchId }) => batchId !== line.batchId))}>
                  去掉
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  )
}

export default function MovesPage() {
  const may = useMay()
  const [isNew, setNew] = useState(false)
  const maySend = may('stock.count')
  useKeys([{ key: 'N', what: '调拨出库', run: () => setNew(true), when: maySend }])
  return (
    <>
      <ListPage
        what="调拨单"
        list={calls.moves}
        columns={COLUMNS}
        filters={[
          { kind: 'choice', name: 'state', text: '状态', choices: Object.entries(MOVE_STATES).map(([value, text]) => ({ value, text })) },
        ]}
        drawer={(row, close) => <Look key={`${row.id}-${row.state}`} row={row} onClose={close} />}
        actions={
          maySend && (
            <Button type="primary" onClick={() => setNew(true)}>
              调拨出库 <Kbd of="N" />
            </Button>
          )
        }
      />
      {isNew && <SendForm onClose={() => setNew(false)} />}
    </>
  )
}
