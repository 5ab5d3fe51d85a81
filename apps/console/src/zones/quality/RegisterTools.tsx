import { Alert, Button, DatePicker, Form, Modal, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import type { RegisterKind } from '#contract/registers.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { numberText } from '../../parts/numbers.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useWarehouses } from '../../parts/useWarehouses.ts'
import { calls } from './calls.ts'

const DAY = 'YYYY-MM-DD'
const lastMonth = dayjs().subtract(1, 'month')
const PERIODS: { label: string; value: [Dayjs, Dayjs] }[] = [
  { label: '今天', value: [dayjs(), dayjs()] },
  { label: '本月', value: [dayjs().startOf('month'), dayjs()] },
  { label: '上月', value: [lastMonth.startOf('month'), lastMonth.endOf('month')] },
]

interface Fields {
  days: [Dayjs, Dayjs]
  warehouse_id?: number
}

/** Which days, and of which warehouse: the paper with quality's seal is made meanwhile and lies with the others. */
function PrintRegister({ kind, title, onClose }: { kind: RegisterKind; title: string; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const [made, setMade] = useState('')
  const warehouses = useWarehouses()
  const deed = useDeed(calls.registerPaper, {
    done: '',
    form,
    fields: { end_time: 'days', start_time: 'days' },
    onDone: ({ lines, document }) => setMade(`${numberText(lines)} 行，单据 ${document.no} 制作中`),
  })
  const run = ({ days, warehouse_id }: Fields) =>
    void deed.run({
      params: { kind },
      body: { from: days[0].format(DAY), to: days[1].format(DAY), ...(warehouse_id !== undefined && { warehouse_id }) },
    })
  return (
    <Modal
      open
      title={`打印${title}`}
      okText="制作盖章单据"
      cancelText={made ? '关闭' : '取消'}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={440}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ days: [dayjs().startOf('month'), dayjs()] }}
        onFinish={run}
      >
        {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        <Form.Item name="days" label="日期" rules={[{ required: true, message: '请选择日期' }]}>
          <DatePicker.RangePicker presets={PERIODS} style={{ width: '100%' }} />
        </Form.Item>
        {warehouses.length > 1 && (
          <Form.Item name="warehouse_id" label="仓库（不选为全部）">
            <Select allowClear placeholder="全部仓库" options={warehouses} />
          </Form.Item>
        )}
        {made && <Alert type="success" showIcon title={made} action={<To to={`finance/papers?kinds=${kind}_register`}>看单据</To>} />}
      </Form>
    </Modal>
  )
}

/** The button of a register's list, and its key. */
export function RegisterTools({ kind, title }: { kind: RegisterKind; title: string }) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  useKeys([{ key: 'P', what: `打印${title}`, run: () => setOpen(true), when: may('registers.make') }])
  if (!may('registers.make')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        打印… <Kbd of="P" />
      </Button>
      {isOpen && <PrintRegister kind={kind} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Which days stand below: a register is read by its period. */
export const periodLine = ({ from, to }: { from: string; to: string }) => <p className="bar muted s12">{`${from} 至 ${to}`}</p>
