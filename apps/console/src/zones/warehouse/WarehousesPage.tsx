import { Alert, Button, Form, Input, InputNumber, Modal, Select, Switch } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { PlaceLabels } from './StockLabels.tsx'

type Warehouses = typeof import('#contract/warehouse.ts')['staffWarehouses']
type Row = RowOf<Warehouses>

const COLUMNS: Columns<Warehouses> = [
  { title: '编码', dataIndex: 'code', width: 100 },
  { title: '名称', dataIndex: 'name', render: (name: string) => <b>{name}</b> },
  { title: '优先服务', dataIndex: 'province', width: 140, render: (province: string) => province || '不分省份' },
  { title: '地址', dataIndex: 'address', ellipsis: true },
  { title: '联系人', dataIndex: 'contact', width: 100 },
  { title: '电话', dataIndex: 'phone', width: 130 },
  { title: '顺序', dataIndex: 'sort', align: 'right', width: 70 },
  { title: '有货批号', dataIndex: 'batches', align: 'right', width: 90, render: (count: number) => (count >= 10_000 ? '10,000+' : count) },
  {
    title: '未发订单',
    dataIndex: 'open_orders',
    align: 'right',
    width: 90,
    render: (count: number) => (count >= 10_000 ? '10,000+' : count),
  },
  {
    title: '状态',
    dataIndex: 'is_active',
    width: 90,
    render: (on: number) => (on === 1 ? <StateTag tone="done">启用</StateTag> : <StateTag tone="closed">停用</StateTag>),
  },
]

interface Fields {
  code: string
  name: string
  province: string
  address: string
  contact: string
  phone: string
  sort: number
  is_active: boolean
}
const NAMES = { name: '名称', province: '优先服务', address: '地址', contact: '联系人', phone: '电话', sort: '顺序', is_active: '启用' }
const EMPTY: Fields = { code: '', name: '', province: '', address: '', contact: '', phone: '', sort: 0, is_active: true }

function WarehouseForm({ row, onClose }: { row: Row | null; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const provinces = useAsk(calls.warehouses, {}).data?.provinces ?? []
  const outdates = [calls.warehouses]
  const add = useDeed(calls.warehouseAdd, { done: '仓库已建立', form, outdates, onDone: onClose })
  const save = useDeed(calls.warehouseSave, { done: '仓库已保存', form, outdates, onDone: onClose })
  const deed = row === null ? add : save
  const send = ({ code, is_active, ...fields }: Fields) => {
    if (row === null) void add.run({ body: { code, ...fields } })
    else void save.run({ params: { id: row.id }, body: { ...fields, is_active: is_active ? 1 : 0, version: row.version } })
  }
  const typed = Form.useWatch([], form) as Fields | undefined
  const isOn = (value: string) => (value === '1' ? '启用' : '停用')
  return (
    <Modal
      open
      title={row === null ? '新建仓库' : `仓库 ${row.name}`}
      okText={row === null ? '建立' : '保存'}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={560}
    >
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <MeanwhileNotice
        of={save}
        names={NAMES}
        mine={Object.fromEntries(
          Object.entries(typed ?? {}).map(([name, value]) => [name, name === 'is_active' ? isOn(value ? '1' : '0') : String(value ?? '')]),
        )}
        inWords={(field, theirs) => (field === 'is_active' ? isOn(theirs) : theirs)}
        onTakeTheirs={onClose}
      />
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={row === null ? EMPTY : { ...row, is_active: row.is_active === 1 }}
        onFinish={send}
      >
        <div className="thirds">
          <Form.Item name="code" label="编码" rules={[{ required: row === null, whitespace: true, message: '请填写编码' }]}>
            <Input autoFocus={row === null} disabled={row !== null} maxLength={20} placeholder="字母或数字，如 WH1" />
          </Form.Item>
          <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
            <Input autoFocus={row !== null} maxLength={40} />
          </Form.Item>
        </div>
        <div className="thirds">
          <Form.Item name="province" label="优先服务的省份" extra="两仓都有货时，这个省的客户由本仓发">
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={[{ value: '', label: '不分省份' }, ...provinces.map((name) => ({ value: name, label: name }))]}
            />
          </Form.Item>
          <Form.Item name="sort" label="顺序" extra="小的在前">
            <InputNumber min={0} max={9999} precision={0} />
          </Form.Item>
        </div>
        <Form.Item name="address" label="地址">
          <Input maxLength={100} />
        </Form.Item>
        <div className="thirds">
          <Form.Item name="contact" label="联系人">
            <Input maxLength={20} />
          </Form.Item>
          <Form.Item name="phone" label="电话">
            <Input maxLength={20} />
          </Form.Item>
        </div>
        {row !== null && (
          <Form.Item name="is_active" label="启用" valuePropName="checked" extra="有货、有未发订单或未了结单据的仓库不能停用">
            <Switch />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}

export default function WarehousesPage() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const isNew = params.get('new') === '1'
  const open = (on: boolean): void => {
    const next = new URLSearchParams(params)
    if (on) next.set('new', '1')
    else next.delete('new')
    setParams(next, { replace: true })
  }
  const mayChange = may('warehouses.change')
  const mayPrint = may('stock.count')
  const [printed, setPrinted] = useState<Row | null>(null)
  const places: Columns<Warehouses>[number] = {
    title: '',
    key: 'places',
    width: 100,
    render: (_, row) => (
      <Button
        size="small"
        onClick={(event) => {
          event.stopPropagation()
          setPrinted(row)
        }}
      >
        货位签…
      </Button>
    ),
  }
  useKeys([{ key: 'N', what: '新建仓库', run: () => open(true), when: mayChange }])
  return (
    <>
      <ListPage
        what="仓库"
        list={calls.warehouses}
        columns={mayPrint ? [...COLUMNS, places] : COLUMNS}
        actions={
          mayChange && (
            <Button type="primary" onClick={() => open(true)}>
              新建仓库 <Kbd of="N" />
            </Button>
          )
        }
        {...(mayChange && { drawer: (row: Row, close: () => void) => <WarehouseForm key={row.id} row={row} onClose={close} /> })}
        empty="还没有仓库。没有仓库就不能收货，也就没有货可卖"
      />
      {printed !== null && <PlaceLabels warehouse={printed} onClose={() => setPrinted(null)} />}
      {isNew && mayChange && <WarehouseForm row={null} onClose={() => open(false)} />}
    </>
  )
}
