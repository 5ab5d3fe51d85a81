import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import type { staffWaveForm } from '#contract/waves.ts'
import { Rows } from '../../parts/Rows.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { PickerField } from './PickerField.tsx'

interface Props {
  ids: readonly number[]
  onClose: () => void
}

/** Chosen orders become one walk; those that could not join are named before one goes on. */
export function WaveForm({ ids, onClose }: Props) {
  const navigate = useNavigate()
  const [form] = Form.useForm<{ picker_id?: number; remark?: string }>()
  const [made, setMade] = useState<DataOf<typeof staffWaveForm> | null>(null)
  const deed = useDeed(calls.waveForm, {
    done: ({ no, orders }) => `波次 ${no}：${orders} 单`,
    form,
    outdates: [calls.queue, calls.waves, calls.wavePickers],
    onDone: (data) => (data.left_out.length > 0 ? setMade(data) : void navigate(`/warehouse/waves/${data.id}`)),
  })
  if (made !== null)
    return (
      <Modal
        open
        title={`波次 ${made.no}：${made.orders} 单`}
        okText="打开波次"
        cancelText="留在队列"
        onOk={() => void navigate(`/warehouse/waves/${made.id}`)}
        onCancel={onClose}
        width={560}
      >
        <p>这些没有进来：</p>
        <Rows
          rows={made.left_out}
          id={({ no }) => no}
          columns={[
            ['订单号', ({ no }) => no],
            ['原因', ({ message }) => <span className="w">{message}</span>],
          ]}
        />
      </Modal>
    )
  return (
    <Modal
      open
      title={`${ids.length} 单成一波`}
      okText="成波"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={460}
    >
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={({ picker_id = null, remark = '' }) => void deed.run({ body: { ids: [...ids], picker_id, remark } })}
      >
        <PickerField />
        <Form.Item name="remark" label="备注">
          <Input maxLength={100} placeholder="车次、路线、截单时间…" onPressEnter={form.submit} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
