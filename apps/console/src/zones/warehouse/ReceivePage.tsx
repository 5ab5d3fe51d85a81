import { Alert, Button, Form, Input, InputNumber, type InputRef, Select } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { InHead } from '../../parts/slots.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useWarehouses } from '../../parts/useWarehouses.ts'
import { calls } from './calls.ts'
import { type FoundGoods, GoodsFinder } from './GoodsFinder.tsx'
import { SupplierField } from './SupplierField.tsx'
import './warehouse.css'

interface Line {
  goods_id: number
  batch_no: string
  production_date: string
  expiry_date: string
  number: number | null
  place: string
}
interface Fields {
  warehouse_id: number
  supplier_id: number
  paper_no: string
  transport: string
  celsius: number | null
  remark: string
  lines: Line[]
}
type Shown = Pick<FoundGoods, 'id' | 'code' | 'name' | 'spec' | 'unit' | 'maker' | 'storage' | 'cold_chain'>

const lineField = (at: number, name: string) => document.getElementById(`lines_${at}_${name}`)

/** 收货: what stands on the boxes, by scanner and keys; Enter goes from field to field and back to the scan. */
export default function ReceivePage() {
  const { from = '0' } = useParams()
  const former = useAsk(calls.intake, { params: { id: Number(from) } }, { enabled: Number(from) > 0 })
  const navigate = useNavigate()
  const [form] = Form.useForm<Fields>()
  const [goods, setGoods] = useState<Readonly<Record<number, Shown>>>({})
  const finder = useRef<InputRef>(null)
  const warehouses = useWarehouses()
  const warehouseId = Form.useWatch('warehouse_id', form) as number | undefined
  const lines = (Form.useWatch('lines', form) as Line[] | undefined) ?? []
  const isCold = lines.some((line) => goods[line?.goods_id]?.cold_chain === 1)
  const deed = useDeed(calls.intakeAdd, {
    done: '',
    form,
    outdates: [calls.intakes],
    onDone: ({ id }) => void navigate(`/warehouse/receive/${id}`, { replace: true }),
  })
  const firstWarehouse = warehouses[0]?.value
  useEffect(() => {
    if (firstWarehouse !== undefined && form.getFieldValue('warehouse_id') === undefined) form.setFieldValue('warehouse_id', firstWarehouse)
  }, [firstWarehouse, form])
  // A slip that was withdrawn because of a mistake begins with what was typed then.
  useEffect(() => {
    if (former.data === undefined) return
    const { warehouse_id, supplier_id, paper_no, transport, celsius, remark, lines: typed } = former.data
    setGoods(Object.fromEntries(typed.map((line) => [line.goods_id, { ...line, id: line.goods_id }])))
    form.setFieldsValue({
      warehouse_id,
      ...(supplier_id !== null && { supplier_id }),
      paper_no,
      transport,
      celsius,
      remark,
      lines: typed.map((line) => ({ ...line, production_date: line.production_date ?? '' })),
    })
  }, [former.data, form])

  const add = (found: FoundGoods): void => {
    setGoods((now) => ({ ...now, [found.id]: found }))
    const at = (form.getFieldValue('lines') ?? []).length
    const line: Line = { goods_id: found.id, batch_no: '', production_date: '', expiry_date: '', number: null, place: found.place }
    form.setFieldValue('lines', [...(form.getFieldValue('lines') ?? []), line])
    setTimeout(() => lineField(at, 'batch_no')?.focus())
  }
  const onEnter = (event: KeyboardEvent<HTMLTableElement>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const row = [...(event.target.closest('tr')?.querySelectorAll('input') ?? [])]
    const next = row[row.indexOf(event.target) + 1]
    if (next) next.focus()
    else finder.current?.focus()
  }
  const send = (given: Fields): void => {
    const { celsius, lines: given_lines = [], ...rest } = given
    const asked = given_lines.map(({ goods_id, batch_no, production_date, expiry_date, number, place }) => ({
      goods_id,
      batch_no: batch_no.trim(),
      production_date: production_date.trim(),
      expiry_date: expiry_date.trim(),
      number: number ?? 0,
      place: place.trim(),
    }))
    void deed.run({ body: { ...rest, ...(celsius !== null && celsius !== undefined && { celsius }), lines: asked } })
  }
  useKeys([{ key: 'Ctrl+S', what: '登记收货', run: form.submit }])
  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      requiredMark={false}
      className="record"
      initialValues={{ paper_no: '', transport: '', remark: '', lines: [] }}
      onFinish={send}
    >
      <InHead>
        <h1>登记收货</h1>
      </InHead>
      <div className="form-head">
        <Form.Item name="warehouse_id" label="收货仓" rules={[{ required: true, message: '请选择仓库' }]}>
          <Select options={warehouses} />
        </Form.Item>
        <Form.Item name="supplier_id" label="供货单位" rules={[{ required: true, message: '请选择供货单位' }]}>
          <SupplierField />
        </Form.Item>
        <Form.Item name="paper_no" label="随货同行单号" rules={[{ required: true, whitespace: true, message: '请填写随货同行单号' }]}>
          <Input maxLength={40} onPressEnter={() => finder.current?.focus()} />
        </Form.Item>
        <Form.Item name="transport" label={isCold ? '运输方式（冷链必填）' : '运输方式'}>
          <Input maxLength={30} placeholder="如 冷藏车、保温箱" />
        </Form.Item>
        <Form.Item name="celsius" label={isCold ? '到货温度 ℃（冷链必填）' : '到货温度 ℃'}>
          <InputNumber min={-80} max={60} step={0.1} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="remark" label="备注">
          <Input maxLength={200} />
        </Form.Item>
      </div>
      <div className="bar">
        <GoodsFinder warehouseId={warehouseId} onFound={add} field={finder} />
        <span className="muted s12">扫一种加一行；Enter 到下一格，填完回到扫描</span>
      </div>
      {deed.problem && <Alert type="error" banner title={deed.problem} />}
      <div className="record-body">
        <Form.List name="lines">
          {(fields, { remove }) => (
            <table className="tb lines" onKeyDown={onEnter}>
              <thead>
                <tr>
                  <th>商品</th>
                  <th>批号</th>
                  <th>生产日期</th>
                  <th>有效期至</th>
                  <th>数量</th>
                  <th>货位</th>
                  <th />
                </tr>
              </thead>
              <tbody>
                {fields.length === 0 && (
                  <tr>
                    <td colSpan={7} className="muted">
                      还没有商品：扫箱上的条码，或输入首字母
                    </td>
                  </tr>
                )}
                {fields.map(({ key, name }) => {
                  const one = goods[form.getFieldValue(['lines', name, 'goods_id'])]
                  return (
                    <tr key={key}>
                      <td>
                        <Form.Item name={[name, 'goods_id']}>
                          <GoodsName goods={one} />
                        </Form.Item>
                      </td>
                      <td>
                        <Form.Item name={[name, 'batch_no']} rules={[{ required: true, whitespace: true, message: '请填写批号' }]}>
                          <Input aria-label="批号" maxLength={20} style={{ width: 130 }} />
                        </Form.Item>
                      </td>
                      <td>
                        <Form.Item name={[name, 'production_date']}>
                          <Input aria-label="生产日期" maxLength={20} style={{ width: 110 }} placeholder="20261101" />
                        </Form.Item>
                      </td>
                      <td>
                        <Form.Item name={[name, 'expiry_date']} rules={[{ required: true, whitespace: true, message: '请填写有效期至' }]}>
                          <Input aria-label="有效期至" maxLength={20} style={{ width: 110 }} placeholder="20281031" />
                        </Form.Item>
                      </td>
                      <td>
                        <Form.Item name={[name, 'number']} rules={[{ required: true, message: '请填写数量' }]}>
                          <InputNumber aria-label="数量" min={1} max={1_000_000} precision={0} style={{ width: 96 }} suffix={one?.unit} />
                        </Form.Item>
                      </td>
                      <td>
                        <Form.Item name={[name, 'place']}>
                          <Input aria-label="货位" maxLength={20} style={{ width: 90 }} />
                        </Form.Item>
                      </td>
                      <td>
                        <Button size="small" type="text" tabIndex={-1} onClick={() => remove(name)}>
                          去掉
                        </Button>
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          )}
        </Form.List>
      </div>
      <footer className="foot">
        <span className="muted">
          {lines.length} 行，{lines.reduce((sum, line) => sum + (line?.number ?? 0), 0)}{' '}
          件。登记后由质量部门的另一人验收，验收之前不是库存。
        </span>
        <span className="grow" />
        <Button type="primary" htmlType="submit" loading={deed.isBusy} disabled={lines.length === 0}>
          {lines.length === 0 ? '还没有商品' : '登记收货'} <Kbd of="Ctrl+S" />
        </Button>
      </footer>
    </Form>
  )
}

function GoodsName({ goods }: { goods: Shown | undefined }) {
  return (
    <span>
      <b>{goods?.name}</b> <span className="muted">{`${goods?.spec ?? ''}　${goods?.maker ?? ''}`}</span>
      {goods?.cold_chain === 1 && <span className="chip chip-info">{goods.storage || '冷链'}</span>}
    </span>
  )
}
