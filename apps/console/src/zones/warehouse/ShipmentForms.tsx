import { Alert, Button, Form, Input, InputNumber, Modal } from 'antd'
import { useRef } from 'react'
import type { DataOf } from '#contract/call.ts'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

export type Shipment = DataOf<typeof import('#contract/shipments.ts')['staffShipment']>

const NAMES = {
  carrier: '承运',
  waybill: '运单号',
  packages: '箱数',
  checker: '复核人',
  remark: '备注',
  transport: '冷藏方式',
  box_no: '冷藏箱编号',
  recorder_no: '温度记录仪编号',
  start_celsius: '启运温度 ℃',
}
type Field = keyof typeof NAMES
type Fields = Partial<Record<Field, string | number | null>> & { change: string }

export function Correct({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(calls.correct, {
    done: '已更正，单据正在出新版',
    form,
    outdates: [calls.shipment, calls.shipments],
    onDone: onClose,
  })
  const before: Partial<Record<Field, string | number | null>> = { ...shipment, checker: shipment.checked_by }
  const typed = (Form.useWatch([], form) ?? {}) as Fields
  const text = (name: Field, cold = false) =>
    (!cold || shipment.cold_chain === 1) && (
      <Form.Item name={name} label={NAMES[name]}>
        <Input maxLength={30} />
      </Form.Item>
    )
  return (
    <Modal
      open
      title={`更正发货信息 ${shipment.order_no}`}
      okText="更正并重新出具单据"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={560}
    >
      <p className="muted">随货同行单、出库单等都出新版，旧版注明被代替；客户会收到通知。</p>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <MeanwhileNotice
        of={deed}
        names={NAMES}
        mine={Object.fromEntries(Object.keys(NAMES).map((name) => [name, String(typed[name as Field] ?? '')]))}
        onTakeTheirs={onClose}
      />
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={before}
        onFinish={({ change, ...given }) => {
          const changed = Object.fromEntries(
            Object.entries(given).filter(([name, value]) => value !== null && value !== undefined && value !== before[name as Field]),
          )
          void deed.run({ params: { id: shipment.order_id }, body: { change, version: shipment.version, ...changed } })
        }}
      >
        <Form.Item
          name="change"
          label="更正了什么"
          rules={[{ required: true, whitespace: true, min: 2, message: '请写明更正了什么（印在新版单据上）' }]}
        >
          <Input autoFocus maxLength={60} placeholder="如 运单号填错" />
        </Form.Item>
        <div className="thirds">
          {text('carrier')}
          {text('waybill')}
          <Form.Item name="packages" label={NAMES.packages}>
            <InputNumber min={1} max={9999} precision={0} />
          </Form.Item>
          {text('checker')}
          {text('transport', true)}
          {text('box_no', true)}
          {text('recorder_no', true)}
          {shipment.cold_chain === 1 && (
            <Form.Item name="start_celsius" label={NAMES.start_celsius}>
              <InputNumber min={-80} max={60} step={0.1} />
            </Form.Item>
          )}
        </div>
        {text('remark')}
      </Form>
    </Modal>
  )
}

export function Readings({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const [form] = Form.useForm<{ text: string }>()
  const file = useRef<HTMLInputElement>(null)
  const deed = useDeed(calls.readings, {
    done: ({ added, read, outside }) => `新记 ${added} 个读数（共读到 ${read} 个）${outside > 0 ? `，${outside} 个超出范围` : ''}`,
    form,
    outdates: [calls.shipment, calls.shipments],
    onDone: onClose,
  })
  return (
    <Modal
      open
      title={`登记运输温度 ${shipment.order_no}`}
      okText="登记"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={560}
    >
      <p className="muted">记录仪导出的 CSV，或一行一个读数：时间，温度。要求 {shipment.cold_range}。已有的读数不会改。</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={({ text }) => void deed.run({ params: { id: shipment.id }, body: { text } })}
      >
        <Form.Item name="text" label="读数" rules={[{ required: true, whitespace: true, message: '请填写读数' }]}>
          <Input.TextArea autoFocus rows={10} placeholder={'2026-11-23 10:00, 4.5\n2026-11-23 10:10, 4.8'} />
        </Form.Item>
        <Button onClick={() => file.current?.click()}>从文件读入…</Button>
        <input
          ref={file}
          type="file"
          aria-label="记录仪文件"
          accept=".csv,.txt,text/csv,text/plain"
          style={{ display: 'none' }}
          onChange={async ({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) form.setFieldsValue({ text: await chosen.text() })
            target.value = ''
          }}
        />
      </Form>
    </Modal>
  )
}
