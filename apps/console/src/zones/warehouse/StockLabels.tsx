import { Button, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useAsk } from '../../api/ask.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useWarehouses } from '../../parts/useWarehouses.ts'
import { calls } from './calls.ts'
import { LabelDialog, type PrintedLabels, SizeField, useLabelSize } from './LabelDialog.tsx'

function CopiesField({ copies, onCopies }: { copies: number; onCopies: (copies: number) => void }) {
  return (
    <Form.Item label="每项几张">
      <InputNumber
        aria-label="每项几张"
        autoFocus
        min={1}
        max={50}
        precision={0}
        value={copies}
        onChange={(value) => onCopies(value ?? 1)}
      />
    </Form.Item>
  )
}

/** On the boxes of a batch: what the scan at the table reads. */
export function BatchLabels({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const [size, setSize] = useLabelSize('60x40')
  const [copies, setCopies] = useState(1)
  const [printed, setPrinted] = useState<PrintedLabels | null>(null)
  const print = useDeed(calls.batchLabels, { done: '', onDone: setPrinted })
  return (
    <LabelDialog
      title={`打印 ${ids.length} 个批号的批号签`}
      number={ids.length * copies}
      problem={print.problem}
      isBusy={print.isBusy}
      printed={printed}
      onPrint={() => void print.run({ body: { size, copies, ids: [...ids] } })}
      onClose={onClose}
    >
      <SizeField size={size} onSize={setSize} />
      <CopiesField copies={copies} onCopies={setCopies} />
    </LabelDialog>
  )
}

/** On the shelf, under the goods: name, place, its own bar code. */
export function ShelfLabels({ goods, onClose }: { goods: readonly number[]; onClose: () => void }) {
  const warehouses = useWarehouses()
  const [chosen, setChosen] = useState<number>()
  const warehouse = chosen ?? warehouses[0]?.value
  const [size, setSize] = useLabelSize('60x40')
  const [copies, setCopies] = useState(1)
  const [printed, setPrinted] = useState<PrintedLabels | null>(null)
  const print = useDeed(calls.goodsLabels, { done: '', onDone: setPrinted })
  return (
    <LabelDialog
      title={`打印 ${goods.length} 种商品的货架签`}
      number={warehouse === undefined ? 0 : goods.length * copies}
      problem={print.problem}
      isBusy={print.isBusy}
      printed={printed}
      onPrint={() => warehouse !== undefined && void print.run({ body: { size, copies, warehouse_id: warehouse, ids: [...goods] } })}
      onClose={onClose}
    >
      <Form.Item label="哪个仓库的货位">
        <Select
          aria-label="哪个仓库的货位"
          options={warehouses}
          {...(warehouse !== undefined && { value: warehouse })}
          onChange={setChosen}
        />
      </Form.Item>
      <SizeField size={size} onSize={setSize} />
      <CopiesField copies={copies} onCopies={setCopies} />
    </LabelDialog>
  )
}

/** A line a place: those that hold goods are there to choose from, new ones are typed. */
export function PlaceLabels({ warehouse, onClose }: { warehouse: { id: number; name: string }; onClose: () => void }) {
  const known = useAsk(calls.places, { query: { warehouse_id: warehouse.id } })
  const [text, setText] = useState('')
  const [size, setSize] = useLabelSize('100x70')
  const [copies, setCopies] = useState(1)
  const [printed, setPrinted] = useState<PrintedLabels | null>(null)
  const print = useDeed(calls.placeLabels, { done: '', onDone: setPrinted })
  const places = [
    ...new Set(
      text
        .split(/[\n,，;；\t]/)
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ]
  const all = (known.data?.list ?? []).map(({ place }) => place)
  return (
    <LabelDialog
      title={`打印货位签　${warehouse.name}`}
      number={places.length * copies}
      problem={print.problem}
      isBusy={print.isBusy}
      printed={printed}
      onPrint={() => void print.run({ body: { size, copies, warehouse_id: warehouse.id, places } })}
      onClose={onClose}
    >
      <Form.Item
        label="货位，一行一个"
        extra={
          all.length === 0 ? (
            '还没有登记过货位，可以先打新的'
          ) : (
            <Button size="small" onClick={() => setText(all.join('\n'))}>
              填入已登记的 {all.length} 个
            </Button>
          )
        }
      >
        <Input.TextArea
          aria-label="货位，一行一个"
          autoFocus
          autoSize={{ minRows: 4, maxRows: 12 }}
          value={text}
          placeholder={'A-01-01\nA-01-02'}
          onChange={({ target }) => setText(target.value)}
        />
      </Form.Item>
      <SizeField size={size} onSize={setSize} />
      <CopiesField copies={copies} onCopies={setCopies} />
    </LabelDialog>
  )
}
