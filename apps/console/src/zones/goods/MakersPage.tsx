import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input, Modal, Select, Switch } from 'antd'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import type { ManufacturerWire } from '#contract/manufacturers.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import './goods.css'

type Makers = typeof import('#contract/manufacturers.ts')['staffManufacturers']
type Fields = Pick<ManufacturerWire, 'name' | 'short_name' | 'is_brand' | 'brand_intro'>

const OUTDATES = [calls.makers, calls.records, calls.record]
const NAMES = { name: '名称', short_name: '简称', is_brand: '品牌专区', brand_intro: '品牌介绍' }
const EMPTY: Fields = { name: '', short_name: '', is_brand: 0, brand_intro: '' }
const fieldsOf = ({ name, short_name, is_brand, brand_intro }: ManufacturerWire): Fields => ({ name, short_name, is_brand, brand_intro })
const said = (fields: Fields) => ({ ...fields, is_brand: fields.is_brand === 1 ? '是' : '否' })

const COLUMNS: Columns<Makers> = [
  { title: '生产企业', dataIndex: 'name', render: (name: string) => <b>{name}</b> },
  { title: '简称', dataIndex: 'short_name' },
  { title: '品牌', dataIndex: 'is_brand', render: (brand: number) => (brand === 1 ? <span className="chip chip-info">品牌</span> : '') },
  { title: '商品', dataIndex: 'goods', align: 'right' },
  { title: '在售', dataIndex: 'on_shelf', align: 'right' },
]

interface FieldsProps {
  typed: Fields
  onChange: (fields: Fields) => void
  faults: readonly { field: string; message: string }[]
  autoFocus?: boolean
}

function MakerFields({ typed, onChange, faults, autoFocus = false }: FieldsProps) {
  const faultOf = (name: keyof Fields) => {
    const help = faults.find(({ field }) => field === name)?.message
    return help === undefined ? {} : ({ help, validateStatus: 'error' } as const)
  }
  return (
    <Form layout="vertical">
      <Form.Item label="名称" {...faultOf('name')}>
        <Input
          aria-label="名称"
          autoFocus={autoFocus}
          maxLength={100}
          value={typed.name}
          onChange={({ target }) => onChange({ ...typed, name: target.value })}
        />
      </Form.Item>
      <Form.Item label="简称（品牌墙上显示）" {...faultOf('short_name')}>
        <Input
          aria-label="简称"
          maxLength={30}
          value={typed.short_name}
          onChange={({ target }) => onChange({ ...typed, short_name: target.value })}
        />
      </Form.Item>
      <Form.Item label="在品牌专区展示">
        <Switch
          aria-label="品牌专区"
          checked={typed.is_brand === 1}
          onChange={(brand) => onChange({ ...typed, is_brand: brand ? 1 : 0 })}
        />
      </Form.Item>
      <Form.Item label="品牌介绍" {...faultOf('brand_intro')}>
        <Input.TextArea
          aria-label="品牌介绍"
          maxLength={300}
          autoSize={{ minRows: 2, maxRows: 5 }}
          value={typed.brand_intro}
          onChange={({ target }) => onChange({ ...typed, brand_intro: target.value })}
        />
      </Form.Item>
    </Form>
  )
}

function MergeDialog({ maker, onClose }: { maker: ManufacturerWire; onClose: () => void }) {
  const [form] = Form.useForm<{ into: number; reason: string }>()
  const [text, setText] = useState('')
  const words = useDeferredValue(text.trim())
  const found = useAsk(calls.makers, { query: { keywords: words, per_page: 20 } })
  const deed = useDeed(calls.makerMerge, {
    done: ({ moved, barred }) => `已合并，${moved} 种商品归过去${barred > 0 ? `，其中 ${barred} 种因禁售目录下架` : ''}`,
    outdates: OUTDATES,
    form,
    onDone: onClose,
  })
  return (
    <Modal
      open
      title={`把“${maker.name}”并入另一家`}
      onCancel={onClose}
      okText={`合并，${maker.goods} 种商品归过去`}
      okButtonProps={{ danger: true }}
      cancelText="取消"
      confirmLoading={deed.isBusy}
      onOk={form.submit}
      width={480}
    >
      <p className="reason-what">
        “{maker.name}”这个名称随后不再存在，不能撤销；它的 {maker.goods} 种商品改为另一家的。
      </p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(body) => void deed.run({ params: { id: maker.id }, body })}>
        <Form.Item name="into" label="并入" rules={[{ required: true, message: '请选择并入哪一家' }]}>
          <Select
            showSearch={{ filterOption: false, onSearch: setText }}
            placeholder="名称的一部分"
            loading={found.isFetching}
            notFoundContent={found.isFetching ? '正在找…' : '没有找到'}
            options={(found.data?.list ?? []).filter(({ id }) => id !== maker.id).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item name="reason" label="理由" rules={[{ required: true, whitespace: true, min: 2, message: '请写明理由（至少 2 个字）' }]}>
          <Input maxLength={200} placeholder="记入操作记录" />
        </Form.Item>
        {deed.problem && <Alert type="error" showIcon title={deed.problem} />}
      </Form>
    </Modal>
  )
}

function MakerDrawer({ maker, onClose }: { maker: ManufacturerWire; onClose: () => void }) {
  const may = useMay()
  const can = may('manufacturers.change')
  const [base, setBase] = useState(maker)
  const [typed, setTyped] = useState(fieldsOf(maker))
  const [isMerging, setMerging] = useState(false)
  const take = (newer: ManufacturerWire): void => {
    setBase(newer)
    setTyped(fieldsOf(newer))
  }
  const deed = useDeed(calls.makerSave, { done: '生产企业已保存', outdates: OUTDATES, onDone: take })
  const isChanged = JSON.stringify(typed) !== JSON.stringify(fieldsOf(base))
  if (!isChanged && base.version !== maker.version) take(maker)
  const save = (): void => void deed.run({ params: { id: maker.id }, body: { ...typed, version: base.version } })
  useKeys([
    { key: 'Ctrl+S', what: '保存生产企业', run: save, when: can && isChanged },
    { key: 'M', what: '合并到另一家', run: () => setMerging(true), when: can },
  ])
  return (
    <SideDrawer
      title={maker.name}
      onClose={onClose}
      foot={
        can && (
          <>
            <Button onClick={() => setMerging(true)}>
              合并… <Kbd of="M" />
            </Button>
            <Button type="primary" className="grow" disabled={!isChanged} loading={deed.isBusy} onClick={save}>
              {isChanged ? '保存' : '没有改动'} {isChanged && <Kbd of="Ctrl+S" />}
            </Button>
          </>
        )
      }
    >
      <MeanwhileNotice of={deed} mine={said(typed)} names={NAMES} onTakeTheirs={() => take(maker)} />
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Section title="生产企业">
        <Facts
          items={[
            [
              '商品',
              <Link key="goods" className="link" to={`/goods/list?manufacturer=${maker.id}`}>
                {maker.goods} 种，在售 {maker.on_shelf} 种
              </Link>,
            ],
          ]}
        />
      </Section>
      {can && (
        <Section title="资料">
          <MakerFields typed={typed} onChange={setTyped} faults={deed.faults} />
        </Section>
      )}
      {isMerging && <MergeDialog maker={maker} onClose={() => setMerging(false)} />}
    </SideDrawer>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(EMPTY)
  const deed = useDeed(calls.makerAdd, { done: '生产企业已建', outdates: OUTDATES, onDone: onClose })
  return (
    <Modal
      open
      title="新建生产企业"
      onCancel={onClose}
      okText="新建"
      cancelText="取消"
      confirmLoading={deed.isBusy}
      onOk={() => void deed.run({ body: typed })}
      width={420}
    >
      {deed.problem && deed.faults.length === 0 && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <MakerFields typed={typed} onChange={setTyped} faults={deed.faults} autoFocus />
    </Modal>
  )
}

export default function MakersPage() {
  const may = useMay()
  const [isAdding, setAdding] = useState(false)
  const can = may('manufacturers.change')
  useKeys([{ key: 'N', what: '新建生产企业', run: () => setAdding(true), when: can }])
  return (
    <>
      <ListPage
        what="生产企业"
        list={calls.makers}
        columns={COLUMNS}
        filters={[
          { kind: 'search', name: 'keywords', text: '名称、简称', width: 240 },
          {
            kind: 'choice',
            name: 'brand',
            text: '品牌',
            choices: [
              { value: '1', text: '品牌' },
              { value: '0', text: '不是品牌' },
            ],
          },
        ]}
        actions={
          can && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              新建… <Kbd of="N" />
            </Button>
          )
        }
        drawer={(maker, close) => <MakerDrawer key={maker.id} maker={maker} onClose={close} />}
        empty="还没有生产企业；建商品时写上厂家名称也会建"
      />
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  )
}
