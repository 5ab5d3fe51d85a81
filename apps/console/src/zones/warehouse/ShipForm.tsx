import { Alert, Form, Input, InputNumber, Modal } from 'antd'
import { useEffect, useRef } from 'react'
import type { StaffOrderWire } from '#contract/staff-orders.ts'
import { useAsk } from '../../api/ask.ts'
import { numberText } from '../../parts/numbers.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { JoinParcel } from './Beside.tsx'
import { calls } from './calls.ts'
import type { Carton } from './packing-scan.ts'

interface Fields {
  waybill?: string
  carrier?: string
  packages?: number
  transport?: string
  box_no?: string
  recorder_no?: string
  start_celsius?: number
}

/** The waybill has the focus: a scan of it and its Enter ship the order. */
export function ShipForm({ order, cartons, onClose }: { order: StaffOrderWire; cartons: readonly Carton[]; onClose: () => void }) {
  const ownWaybill = cartons.find(({ waybill }) => waybill !== '')
  const cold = cartons.filter(({ kind }) => kind === 'cold')
  const [form] = Form.useForm<Fields>()
  // As many as labels were printed for: nobody counts them twice.
  const labelled = useAsk(calls.cartons, { params: { id: order.id } }).data?.cartons ?? null
  const isTyped = useRef(false)
  useEffect(() => {
    if (labelled !== null && !isTyped.current) form.setFieldValue('packages', labelled)
  }, [form, labelled])
  const deed = useDeed(calls.deed, {
    done: '已发货，单据正在出具',
    form,
    outdates: [calls.order, calls.pieces, calls.queue],
    onDone: onClose,
  })
  return (
    <Modal
      open
      title={`发货 ${order.no}：${numberText(order.line_count)} 种 ${numberText(order.number)} 件，不能撤回`}
      okText="发货"
      cancelText="返回"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={520}
    >
      {deed.problem && <Alert type="error" showIcon title={deed.problem} />}
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          packages: cartons.length || 1,
          start_celsius: cold.find(({ celsius }) => celsius !== null)?.celsius ?? undefined,
          box_no: cold
            .flatMap(({ box_no }) => box_no || [])
            .join('、')
            .slice(0, 30),
        }}
        onFinish={(given) => {
          const said = Object.fromEntries(
            Object.entries(given).filter(([, value]) => value !== undefined && value !== null && value !== ''),
          )
          void deed.run({ params: { id: order.id, command: 'ship' }, body: said })
        }}
      >
        <JoinParcel orderId={order.id} onJoin={({ carrier, waybill }) => form.setFieldsValue({ carrier, waybill })} />
        <Form.Item name="waybill" label="运单号（扫码即发货）">
          <Input
            autoFocus
            maxLength={40}
            placeholder={ownWaybill ? `不填：第 ${ownWaybill.no} 箱的 ${ownWaybill.waybill}` : '不填：本公司配送'}
            onPressEnter={form.submit}
          />
        </Form.Item>
        <div className="thirds">
          <Form.Item name="carrier" label="承运">
            <Input maxLength={30} placeholder="不填：自营配送" />
          </Form.Item>
          <Form.Item
            name="packages"
            label="箱数"
            {...(cartons.length > 0
              ? { extra: `按箱装了 ${cartons.length} 箱` }
              : labelled !== null && { extra: `已打印 ${labelled} 箱的箱签` })}
          >
            <InputNumber
              min={1}
              max={9999}
              precision={0}
              disabled={cartons.length > 0}
              onChange={() => {
                isTyped.current = true
              }}
            />
          </Form.Item>
        </div>
        {order.cold_chain === 1 && (
          <>
            <Form.Item name="start_celsius" label="启运温度 ℃" rules={[{ required: true, message: '冷链商品须记启运温度' }]}>
              <InputNumber min={-80} max={60} />
            </Form.Item>
            <Form.Item name="transport" label="冷藏方式">
              <Input maxLength={30} placeholder="不填：保温箱（蓄冷剂）" />
            </Form.Item>
            <Form.Item name="box_no" label="冷藏箱编号">
              <Input maxLength={30} />
            </Form.Item>
            <Form.Item name="recorder_no" label="温度记录仪编号">
              <Input maxLength={30} />
            </Form.Item>
          </>
        )}
      </Form>
    </Modal>
  )
}
