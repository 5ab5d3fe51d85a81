import { Alert, Button, Form, Input, InputNumber, Modal, Popconfirm } from 'antd'
import { numberText } from '../../parts/numbers.ts'
import { Rows } from '../../parts/Rows.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import type { Carton } from './packing-scan.ts'

interface Fields {
  box_no?: string
  waybill?: string
  kilograms?: number | null
  celsius?: number | null
}
interface Props {
  order: { id: number; no: string }
  carton: Carton
  onClose: () => void
}

/** What is said of a carton, what comes out of it again, and the carton itself taken away. */
export function CartonDialog({ order, carton, onClose }: Props) {
  const [form] = Form.useForm<Fields>()
  const params = { id: order.id, carton: carton.id }
  const outdates = [calls.packing, calls.cartons]
  const save = useDeed(calls.cartonSave, { done: '', form, fields: { weight_grams: 'kilograms' }, outdates, onDone: onClose })
  const out = useDeed(calls.cartonPut, { done: '', outdates })
  const remove = useDeed(calls.cartonRemove, { done: '已撤掉', outdates, onDone: onClose })
  const unpack = useDeed(calls.unpack, { done: '不再按箱装', outdates, onDone: onClose })
  const problem = save.problem || out.problem || remove.problem || unpack.problem
  return (
    <Modal
      open
      title={`第 ${carton.no} 箱　${carton.kind_name}　${order.no}`}
      okText="保存"
      cancelText="返回"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={save.isBusy}
      width={520}
    >
      {problem && <Alert type="error" showIcon title={problem} />}
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          box_no: carton.box_no,
          waybill: carton.waybill,
          kilograms: carton.weight_grams === null ? null : carton.weight_grams / 1000,
          celsius: carton.celsius,
        }}
        onFinish={({ box_no = '', waybill = '', kilograms = null, celsius = null }) =>
          void save.run({
            params,
            body: {
              box_no,
              waybill,
              weight_grams: kilograms === null ? null : Math.round(kilograms * 1000),
              ...(carton.kind === 'cold' && { celsius }),
            },
          })
        }
      >
        <Form.Item name="waybill" label="本箱运单号">
          <Input autoFocus maxLength={40} placeholder="不填：与整单同一运单" onPressEnter={form.submit} />
        </Form.Item>
        <div className="thirds">
          <Form.Item name="box_no" label="箱子编号">
            <Input maxLength={30} placeholder="箱上写的" onPressEnter={form.submit} />
          </Form.Item>
          <Form.Item name="kilograms" label="重量 kg">
            <InputNumber min={0.001} max={1000} precision={3} onPressEnter={form.submit} />
          </Form.Item>
          {carton.kind === 'cold' && (
            <Form.Item name="celsius" label="装箱时温度 ℃">
              <InputNumber min={-80} max={60} onPressEnter={form.submit} />
            </Form.Item>
          )}
        </div>
      </Form>
      <Rows
        rows={carton.goods}
        id={({ piece_id }) => piece_id}
        empty="箱里还没有东西"
        columns={[
          ['商品', ({ name, spec }) => `${name} ${spec}`],
          ['批号', ({ batch_no }) => batch_no],
          ['数量', ({ number, unit }) => `${numberText(number)} ${unit}`, 'num'],
          [
            '',
            (one) =>
              carton.kind !== 'case' && (
                <Button
                  size="small"
                  aria-label={`拿出 ${one.name} ${one.batch_no}`}
                  loading={out.isBusy}
                  onClick={() => void out.run({ params, body: { goods: [{ piece_id: one.piece_id, number: -one.number }] } })}
                >
                  拿出
                </Button>
              ),
            'num',
          ],
        ]}
      />
      <div className="row carton-ends">
        <Button danger size="small" loading={remove.isBusy} onClick={() => void remove.run({ params })}>
          撤掉这一箱
        </Button>
        <Popconfirm
          title="所有箱子都撤掉，里面的要重新装？"
          okText="全部撤掉"
          cancelText="返回"
          onConfirm={() => unpack.run({ params: { id: order.id } })}
        >
          <Button danger size="small" loading={unpack.isBusy}>
            全部撤掉，不按箱装
          </Button>
        </Popconfirm>
      </div>
    </Modal>
  )
}
