import { Form, InputNumber, Radio } from 'antd'
import { useState } from 'react'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { LabelDialog, type PrintedLabels, SizeField, useLabelSize } from './LabelDialog.tsx'

type Kind = 'carton' | 'address'
const KINDS = [
  { value: 'carton', label: '箱签' },
  { value: 'address', label: '地址签' },
]

interface Order {
  id: number
  no: string
  company: string
}

function usePrint(onPrinted: (printed: PrintedLabels) => void) {
  return useDeed(calls.orderLabels, { done: '', outdates: [calls.cartons], onDone: onPrinted })
}

/** Of one order: how many cartons it is packed into, or a single one whose label is lost. */
export function CartonLabels({ order, onClose }: { order: Order; onClose: () => void }) {
  const known = useAsk(calls.cartons, { params: { id: order.id } })
  const [kind, setKind] = useState<Kind>('carton')
  const [size, setSize] = useLabelSize('100x150')
  const [typed, setTyped] = useState<number | null>(null)
  const [only, setOnly] = useState<number | null>(null)
  const [printed, setPrinted] = useState<PrintedLabels | null>(null)
  const print = usePrint(setPrinted)
  const cartons = typed ?? known.data?.cartons ?? 1
  const isSettled = known.data?.shipped != null || (known.data?.packed ?? 0) > 0
  const run = (): void => {
    const wish = { id: order.id, cartons, ...(kind === 'carton' && only !== null && { only }) }
    void print.run({ params: { kind }, body: { size, orders: [wish] } })
  }
  return (
    <LabelDialog
      title={`打印标签 ${order.no}　${order.company}`}
      number={kind === 'address' || only !== null ? 1 : cartons}
      problem={print.problem}
      isBusy={print.isBusy}
      printed={printed}
      onPrint={run}
      onClose={onClose}
    >
      <Loaded of={known}>
        {({ prints, shipped, packed }) => (
          <>
            <Form.Item label="打什么">
              <Radio.Group
                aria-label="打什么"
                optionType="button"
                options={KINDS}
                value={kind}
                onChange={({ target }) => setKind(target.value)}
              />
            </Form.Item>
            <SizeField size={size} onSize={setSize} />
            {kind === 'carton' && (
              <div className="thirds">
                <Form.Item
                  label="共几箱"
                  {...(packed > 0
                    ? { extra: '按箱装的：每张写本箱的货' }
                    : shipped !== null && { extra: '发货单已登记，更正发货信息后再改' })}
                >
                  <InputNumber
                    aria-label="共几箱"
                    autoFocus
                    min={1}
                    max={200}
                    precision={0}
                    disabled={isSettled}
                    value={cartons}
                    onChange={setTyped}
                    onPressEnter={run}
                  />
                </Form.Item>
                <Form.Item label="只补打第几箱" extra="不填：全部">
                  <InputNumber aria-label="只补打第几箱" min={1} max={cartons} precision={0} value={only} onChange={setOnly} />
                </Form.Item>
              </div>
            )}
            {prints.length > 0 && (
              <div className="bulk-rows">
                <Rows
                  rows={prints}
                  id={({ at }) => at}
                  columns={[
                    ['打印过', ({ at }) => <When at={at} />],
                    ['谁', ({ by }) => by],
                    ['什么', ({ kind_name, cartons: which }) => `${kind_name} ${which}`],
                  ]}
                />
              </div>
            )}
          </>
        )}
      </Loaded>
    </LabelDialog>
  )
}

/** Of several orders in one file. */
export function ManyCartonLabels({ orders, onClose }: { orders: readonly Order[]; onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('carton')
  const [size, setSize] = useLabelSize('100x150')
  const [cartons, setCartons] = useState<Readonly<Record<number, number>>>({})
  const [printed, setPrinted] = useState<PrintedLabels | null>(null)
  const print = usePrint(setPrinted)
  const of = ({ id }: Order): number => cartons[id] ?? 1
  const run = (): void => {
    void print.run({ params: { kind }, body: { size, orders: orders.map((order) => ({ id: order.id, cartons: of(order) })) } })
  }
  return (
    <LabelDialog
      title={`打印 ${orders.length} 张订单的标签`}
      number={kind === 'address' ? orders.length : orders.reduce((sum, order) => sum + of(order), 0)}
      problem={print.problem}
      isBusy={print.isBusy}
      printed={printed}
      onPrint={run}
      onClose={onClose}
    >
      <Form.Item label="打什么">
        <Radio.Group
          aria-label="打什么"
          optionType="button"
          options={KINDS}
          value={kind}
          onChange={({ target }) => setKind(target.value)}
        />
      </Form.Item>
      <SizeField size={size} onSize={setSize} />
      {kind === 'carton' && (
        <div className="bulk-rows">
          <Rows
            rows={orders}
            id={({ id }) => id}
            columns={[
              ['订单号', ({ no }) => no],
              ['企业', ({ company }) => company],
              [
                '箱数',
                (order) => (
                  <InputNumber
                    aria-label={`${order.no} 箱数`}
                    size="small"
                    min={1}
                    max={200}
                    precision={0}
                    value={of(order)}
                    onChange={(value) => setCartons((now) => ({ ...now, [order.id]: value ?? 1 }))}
                  />
                ),
              ],
            ]}
          />
        </div>
      )}
    </LabelDialog>
  )
}
