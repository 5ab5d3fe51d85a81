import { Alert, Button, Checkbox, Form, Input, InputNumber, Modal, Select } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { COUNT_KINDS, COUNT_STATES } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { numberText } from '../../parts/numbers.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useWarehouseFilter, useWarehouses } from '../../parts/useWarehouses.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { TONES } from './tones.ts'

type Counts = typeof import('#contract/counts.ts')['staffCounts']

const COLUMNS: Columns<Counts> = [
  { title: '单号', dataIndex: 'no', width: 170, render: (no: string) => <b>{no}</b> },
  { title: '类型', dataIndex: 'kind_name', width: 70 },
  { title: '范围', dataIndex: 'title', ellipsis: true },
  { title: '仓库', dataIndex: 'warehouse', width: 110 },
  { title: '开单', dataIndex: 'started_at', width: 110, render: (at: string) => <When at={at} short /> },
  { title: '经手', dataIndex: 'starter', width: 90 },
  {
    title: '已盘',
    key: 'counted',
    align: 'right',
    width: 100,
    render: (_, { counted, lines }) => `${numberText(counted)} / ${numberText(lines)}`,
  },
  { title: '差异行', dataIndex: 'differing', align: 'right', width: 80 },
  {
    title: '盈亏',
    key: 'sum',
    align: 'right',
    width: 110,
    render: (_, { more, less }) => (
      <>
        {more > 0 && <span className="ok">+{numberText(more)}</span>} {less > 0 && <span className="bad">−{numberText(less)}</span>}
      </>
    ),
  },
  {
    title: '状态',
    dataIndex: 'state',
    width: 100,
    render: (state: keyof typeof TONES, { state_name }) => <StateTag tone={TONES[state]}>{state_name}</StateTag>,
  },
]

interface Fields {
  warehouse_id: number
  words?: string
  kind?: 'drug' | 'herb' | 'device' | 'health' | 'other'
  expiring?: number | null
  cold?: boolean
  empty?: boolean
}
const KINDS = [
  { value: 'drug', label: '药品' },
  { value: 'herb', label: '中药' },
  { value: 'device', label: '器械' },
  { value: 'health', label: '保健食品' },
  { value: 'other', label: '其他' },
]

function StartForm({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const navigate = useNavigate()
  const warehouses = useWarehouses()
  const deed = useDeed(calls.countStart, {
    done: '',
    form,
    outdates: [calls.counts],
    onDone: ({ id }) => void navigate(`/warehouse/counts/${id}`),
  })
  return (
    <Modal open title="开始盘点" okText="开单" onOk={form.submit} onCancel={onClose} confirmLoading={deed.isBusy} width={480}>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={warehouses[0] ? { warehouse_id: warehouses[0].value } : {}}
        onFinish={({ warehouse_id, words, kind, expiring, cold, empty }) =>
          void deed.run({
            body: {
              warehouse_id,
              ...(words?.trim() && { words: words.trim() }),
              ...(kind && { kind }),
              ...(expiring && { expiring }),
              ...(cold && { cold: 1 }),
              ...(empty && { empty: 1 }),
            },
          })
        }
      >
        <Form.Item name="warehouse_id" label="仓库" rules={[{ required: true, message: '请选择仓库' }]}>
          <Select options={warehouses} />
        </Form.Item>
        <Form.Item name="words" label="货位、编码、首字母或名称" extra="不填：全仓。一张单最多 5,000 个批号">
          <Input autoFocus maxLength={60} placeholder="如 A-01" onPressEnter={form.submit} />
        </Form.Item>
        <div className="thirds">
          <Form.Item name="kind" label="大类">
            <Select allowClear options={KINDS} placeholder="全部" />
          </Form.Item>
          <Form.Item name="expiring" label="多少天内到期">
            <InputNumber min={1} max={3650} precision={0} style={{ width: '100%' }} />
          </Form.Item>
        </div>
        <Form.Item name="cold" valuePropName="checked" noStyle>
          <Checkbox>只盘冷藏、冷冻</Checkbox>
        </Form.Item>
        <Form.Item name="empty" valuePropName="checked" noStyle>
          <Checkbox>连同账面为零的批号</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  )
}

export default function CountsPage() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const warehouse = useWarehouseFilter()
  const show = (on: boolean): void => {
    const next = new URLSearchParams(params)
    if (on) next.set('new', '1')
    else next.delete('new')
    setParams(next, { replace: true })
  }
  const mayCount = may('stock.count')
  useKeys([{ key: 'N', what: '开始盘点', run: () => show(true), when: mayCount }])
  return (
    <>
      <ListPage
        what="盘点单"
        list={calls.counts}
        columns={COLUMNS}
        filters={[
          { kind: 'choice', name: 'state', text: '状态', choices: Object.entries(COUNT_STATES).map(([value, text]) => ({ value, text })) },
          { kind: 'choice', name: 'kind', text: '类型', choices: Object.entries(COUNT_KINDS).map(([value, text]) => ({ value, text })) },
          ...warehouse,
        ]}
        open={({ id }) => `warehouse/counts/${id}`}
        actions={
          mayCount && (
            <Button type="primary" onClick={() => show(true)}>
              开始盘点 <Kbd of="N" />
            </Button>
          )
        }
      />
      {params.get('new') === '1' && mayCount && <StartForm onClose={() => show(false)} />}
    </>
  )
}
