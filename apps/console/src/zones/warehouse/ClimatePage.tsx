import { Alert, Button, Form, Input, InputNumber, Modal, Select, Switch } from 'antd'
import { useState } from 'react'
import type { RoomWire } from '#contract/care.ts'
import { CLIMATES, type ClimateKind, climateFaults, climateRange } from '#domain/climate.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useWarehouses } from '../../parts/useWarehouses.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import './warehouse.css'

const HALVES = { am: '上午', pm: '下午' } as const
const MEASURES = '如 开启空调降温、开除湿机、加湿'

type Choices = ReturnType<typeof useWarehouses>

interface RoomFields {
  warehouse_id: number
  name: string
  kind: ClimateKind
  is_active: boolean
}

function RoomForm({ room, warehouses, onClose }: { room: RoomWire | null; warehouses: Choices; onClose: () => void }) {
  const [form] = Form.useForm<RoomFields>()
  const options = { form, outdates: [calls.rooms], onDone: onClose }
  const add = useDeed(calls.roomAdd, { done: '库房已建立', ...options })
  const save = useDeed(calls.roomSave, { done: '库房已保存', ...options })
  const deed = room === null ? add : save
  const send = ({ warehouse_id, name, kind, is_active }: RoomFields) => {
    if (room === null) void add.run({ body: { warehouse_id, name, kind } })
    else void save.run({ params: { id: room.id }, body: { name, kind, is_active: is_active ? 1 : 0 } })
  }
  const kinds = Object.entries(CLIMATES).map(([value, { name }]) => ({
    value,
    label: `${name}　${climateRange(value as ClimateKind)}`,
  }))
  return (
    <Modal
      open
      title={room === null ? '新建库房' : `库房 ${room.name}`}
      okText={room === null ? '建立' : '保存'}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={440}
    >
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={room === null ? { warehouse_id: warehouses[0]?.value, kind: 'cool' } : { ...room, is_active: room.is_active === 1 }}
        onFinish={send}
      >
        <Form.Item name="warehouse_id" label="仓库" rules={[{ required: true, message: '请选择仓库' }]}>
          <Select disabled={room !== null} options={room === null ? warehouses : [{ value: room.warehouse_id, label: room.warehouse }]} />
        </Form.Item>
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
          <Input autoFocus maxLength={20} placeholder="如 阴凉库一、冷库" />
        </Form.Item>
        <Form.Item name="kind" label="类型">
          <Select options={kinds} />
        </Form.Item>
        {room !== null && (
          <Form.Item name="is_active" label="启用" valuePropName="checked" extra="停用后不再每天记；以前的记录留着">
            <Switch />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}

/** One line to fill in: what is outside of the range says so before it is sent, and asks what was done. */
function Take({ room }: { room: RoomWire }) {
  const [celsius, setCelsius] = useState<number | null>(null)
  const [humidity, setHumidity] = useState<number | null>(null)
  const [measure, setMeasure] = useState('')
  const deed = useDeed(calls.climateTake, {
    done: ({ is_out }) => `${room.name} 已记${is_out === 1 ? '，超出范围' : ''}`,
    outdates: [calls.rooms],
    onDone: () => {
      setCelsius(null)
      setHumidity(null)
      setMeasure('')
    },
  })
  const { isDampRead } = CLIMATES[room.kind]
  const faults = celsius === null ? [] : climateFaults(room.kind, { celsius, humidity })
  const isReady = celsius !== null && (humidity !== null || !isDampRead) && (faults.length === 0 || measure.trim() !== '')
  const save = (): void => {
    if (celsius !== null && isReady)
      void deed.run({ params: { id: room.id }, body: { celsius, humidity: isDampRead ? humidity : null, measure } })
  }
  return (
    <form
      className="row climate-take"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <InputNumber
        aria-label={`${room.warehouse} ${room.name} 温度`}
        placeholder="℃"
        min={-80}
        max={60}
        precision={1}
        value={celsius}
        onChange={setCelsius}
        onPressEnter={save}
      />
      {isDampRead && (
        <InputNumber
          aria-label={`${room.warehouse} ${room.name} 湿度`}
          placeholder="%"
          min={0}
          max={100}
          precision={1}
          value={humidity}
          onChange={setHumidity}
          onPressEnter={save}
        />
      )}
      {faults.length > 0 && (
        <>
          <StateTag tone="wrong">{faults.join('、')}</StateTag>
          <Input
            aria-label={`${room.warehouse} ${room.name} 采取的措施`}
            placeholder={MEASURES}
            maxLength={100}
            value={measure}
            onChange={({ target }) => setMeasure(target.value)}
          />
        </>
      )}
      <Button htmlType="submit" disabled={!isReady} loading={deed.isBusy}>
        记下
      </Button>
      {deed.problem && <span className="bad">{deed.problem}</span>}
    </form>
  )
}

function Readings({ of }: { of: RoomWire['today'] }) {
  if (of.length === 0) return <span className="muted">—</span>
  return of.map((one) => (
    <div key={one.id} title={`${one.taker} ${one.measure}`}>
      <b className={one.is_out === 1 ? 'bad' : ''}>{`${one.celsius.toFixed(1)} ℃${one.humidity === null ? '' : `　${one.humidity} %`}`}</b>{' '}
      <span className="muted s12">
        <When at={one.taken_at} short /> {one.taker}
      </span>
      {one.measure && <p className="s12">{one.measure}</p>}
    </div>
  ))
}

function Rooms({ list, half, due }: { list: readonly RoomWire[]; half: 'am' | 'pm'; due: number }) {
  const may = useMay()
  const [open, setOpen] = useState<RoomWire | 'new' | null>(null)
  const warehouses = useWarehouses()
  const mayChange = may('warehouses.change')
  const mayTake = may('care.check')
  useKeys([{ key: 'N', what: '新建库房', run: () => setOpen('new'), when: mayChange && open === null }])
  return (
    <div className="list">
      <div className="bar">
        <span className={due > 0 ? 'w' : 'muted'}>{due > 0 ? `${HALVES[half]}还有 ${due} 个库房没有记` : `${HALVES[half]}都记了`}</span>
        <span className="grow" />
        <To to="quality/climate" or="">
          以往的记录
        </To>
        {mayChange && (
          <Button type="primary" onClick={() => setOpen('new')}>
            新建库房 <Kbd of="N" />
          </Button>
        )}
      </div>
      <div className="list-body">
        <table className="tb climate">
          <thead>
            <tr>
              <th>仓库</th>
              <th>库房</th>
              <th>规定范围</th>
              <th>上午</th>
              <th>下午</th>
              {mayTake && <th>{`现在（${HALVES[half]}）`}</th>}
              {mayChange && <th />}
            </tr>
          </thead>
          <tbody>
            {list.map((room) => (
              <tr key={room.id}>
                <td>{room.warehouse}</td>
                <td>
                  <b>{room.name}</b> <span className="muted s12">{room.kind_name}</span>{' '}
                  {room.is_active === 0 && <StateTag tone="closed">停用</StateTag>}
                  {room.due === 1 && <StateTag tone="waiting">待记</StateTag>}
                </td>
                <td className="nowrap">{room.range}</td>
                <td>
                  <Readings of={room.today.filter((one) => one.half === 'am')} />
                </td>
                <td>
                  <Readings of={room.today.filter((one) => one.half === 'pm')} />
                </td>
                {mayTake && <td>{room.is_active === 1 && <Take room={room} />}</td>}
                {mayChange && (
                  <td>
                    <Button size="small" type="text" onClick={() => setOpen(room)}>
                      修改…
                    </Button>
                  </td>
                )}
              </tr>
            ))}
            {list.length === 0 && (
              <tr>
                <td colSpan={7} className="muted">
                  还没有库房。建立之后，每天上午、下午各记一次
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {/* Its first choice is the first warehouse: they must be known when it opens. */}
      {open !== null && (
        <RoomForm key={warehouses.length} room={open === 'new' ? null : open} warehouses={warehouses} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

/** 库房温湿度: today's rooms, read twice. */
export default function ClimatePage() {
  const answer = useAsk(calls.rooms, {})
  return <Loaded of={answer}>{({ list, half, due }) => <Rooms list={list} half={half} due={due} />}</Loaded>
}
