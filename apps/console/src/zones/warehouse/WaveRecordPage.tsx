import { Alert, Button, Form, Modal } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import type { staffWave, WavePieceWire } from '#contract/waves.ts'
import { useAsk } from '../../api/ask.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { numberText } from '../../parts/numbers.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { InHead } from '../../parts/slots.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { Views } from '../../parts/Views.tsx'
import { calls } from './calls.ts'
import { PickerField } from './PickerField.tsx'
import { ScanField } from './ScanField.tsx'
import { TONES } from './tones.ts'
import { WaveLines } from './WaveLines.tsx'
import { WaveOrders } from './WaveOrders.tsx'
import { WaveSheet } from './WaveSheet.tsx'
import { nextOf, scanWave } from './wave-scan.ts'

type Wave = DataOf<typeof staffWave>

/** Others pick from the same list, hold its orders, cancel them. */
const EVERY_MS = 4_000
const OUTDATED = [calls.waveOne, calls.waves, calls.queue, calls.wavePickers]

function GiveDialog({ wave, onClose }: { wave: Wave; onClose: () => void }) {
  const [form] = Form.useForm<{ picker_id?: number | null }>()
  const deed = useDeed(calls.waveGive, { done: '已换拣货人', form, outdates: OUTDATED, onDone: onClose })
  // Of the wave as it was when the dialog came up: what somebody changed since then is said, not overwritten.
  const [version] = useState(wave.version)
  return (
    <Modal open title={`${wave.no} 交给`} okText="交给" onOk={form.submit} onCancel={onClose} confirmLoading={deed.isBusy} width={420}>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      {deed.meanwhile && <Alert type="warning" showIcon title={`刚刚由别人交给了${wave.picker || '谁先开始就归谁'}，没有保存`} />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ picker_id: wave.picker_id }}
        onFinish={({ picker_id = null }) => void deed.run({ params: { id: wave.id }, body: { picker_id, version } })}
      >
        <PickerField />
      </Form>
    </Modal>
  )
}

/** What is to be taken next, and the field that a scanner types into. */
function Walk({ wave, take, takeAll }: { wave: Wave; take: (line: WavePieceWire, number: number) => void; takeAll: () => void }) {
  const [wrong, setWrong] = useState('')
  const next = nextOf(wave.list)
  const hear = (text: string): void => {
    const answer = scanWave(wave.list, text)
    setWrong(answer.kind === 'refused' ? answer.why : '')
    if (answer.kind === 'taken') take(answer.line, answer.number)
    if (answer.kind === 'all') takeAll()
  }
  return (
    <div className={wrong ? 'desk-now no-print is-wrong' : 'desk-now no-print'} role={wrong ? 'alert' : undefined}>
      <div className="row">
        <b className={wrong ? 'bad' : ''}>{wrong || (next ? '等待扫描' : '都拣到了，请按格分拣，逐单扫码核对')}</b>
        <span className="grow" />
        <b>
          {numberText(wave.lines_taken)} / {numberText(wave.lines)} 行
        </b>
        <span className="muted">
          {numberText(wave.taken)} / {numberText(wave.number)} 件
        </span>
      </div>
      {next && (
        <>
          <p className="desk-goods">
            <strong>{next.place || '无货位'}</strong> <strong>{next.name}</strong>{' '}
            <span className="muted">{`${next.spec}　${next.maker}`}</span>
          </p>
          <p className="desk-batch">
            <span className="muted">应拣批号</span> <strong>{next.batch_no}</strong> <span className="muted">至 {next.expiry_date}</span>{' '}
            <strong>
              {numberText(next.taken)} / {numberText(next.number)} {next.unit}
            </strong>
          </p>
        </>
      )}
      <div className="row">
        <ScanField label="扫描批号或商品条码" placeholder="扫描批号或商品条码；“12*批号”计 12" onScan={hear} isPage />
        <Button onClick={takeAll} disabled={!next}>
          其余都拣到 <Kbd of="F9" />
        </Button>
      </div>
    </div>
  )
}

function Record({ wave }: { wave: Wave }) {
  const [view, setView] = useState('lines')
  const [isGiving, setGiving] = useState(false)
  const params = { id: wave.id }
  const start = useDeed(calls.waveStart, {
    done: ({ begun, refused }) => `开始拣货 ${begun} 单${refused.length > 0 ? `，${refused.length} 单不能拣，已暂停` : ''}`,
    outdates: OUTDATED,
  })
  const taking = useDeed(calls.waveTake, { done: '', outdates: [calls.waveOne] })
  const leaving = useDeed(calls.waveLeave, { done: '已移出', outdates: OUTDATED })
  const dissolving = useDeed(calls.waveDissolve, { done: ({ left }) => `已解散，${left} 单回到队列`, outdates: OUTDATED })
  const reason = useReason(leaving.problem || dissolving.problem)
  const isOpen = wave.state === 'waiting' || wave.state === 'picking'
  const mayTake = wave.started_at !== null && wave.state !== 'dissolved'
  const begin = (): void => void start.run({ params, body: {} })
  const take = (line: WavePieceWire, number: number): void =>
    void taking.run({ params, body: { lines: [{ batch_id: line.batch_id, from: line.taken, number }] } })
  const open = wave.list.filter(({ taken, number, locked }) => taken < number && locked === 0)
  const takeAll = (): void => {
    if (open.length === 0) return
    const lines = open.map(({ batch_id, taken, number }) => ({ batch_id, from: taken, number }))
    void taking.run({ params, body: { lines } })
  }
  useKeys([
    { key: 'Enter', what: '开始拣货', run: begin, when: isOpen && wave.unbegun > 0 },
    { key: 'F9', what: '其余都拣到', run: takeAll, when: mayTake },
    { key: 'P', what: '打印拣货单', run: () => window.print() },
  ])
  const problem = start.problem || taking.problem
  return (
    <>
      <InHead>
        <h1>{wave.no}</h1>
        <StateTag tone={TONES[wave.state]}>{wave.state_name}</StateTag>
        <span className="muted s12">
          {wave.warehouse} · 拣货人 {wave.picker || '谁先开始就归谁'}
          {wave.remark && ` · ${wave.remark}`}
        </span>
      </InHead>
      {problem && <Alert banner type="error" title={problem} />}
      {start.isBusy && <Alert banner type="info" title="正在逐单开始" />}
      {wave.held > 0 && <Alert banner type="warning" title={`${wave.held} 单暂停：不在拣货单里，解除暂停后回来，也可以移出`} />}
      <Views
        label="波次内容"
        views={[
          { key: 'lines', text: '拣货单', note: `${wave.lines_taken} / ${wave.lines}` },
          { key: 'orders', text: '订单', note: `${wave.picked} / ${wave.orders}` },
        ]}
        open={view}
        onOpen={setView}
        keys
      >
        <span className="grow" />
        {isOpen && <Button onClick={() => setGiving(true)}>换拣货人…</Button>}
        {(isOpen || (wave.held > 0 && wave.state === 'done')) && (
          <Button
            danger
            onClick={() =>
              reason.ask({
                title: `解散 ${wave.no}`,
                what: `没有拣完的 ${wave.todo + wave.held} 单回到队列，可以进别的波次；已拿下来的请放回货位。`,
                ok: '解散',
                danger: true,
                usual: ['车次取消', '改按路线重新成波'],
                run: (text) => dissolving.run({ params, body: { reason: text, version: wave.version } }),
              })
            }
          >
            解散…
          </Button>
        )}
        <Button onClick={() => window.print()}>
          打印拣货单 <Kbd of="P" />
        </Button>
        {isOpen && wave.unbegun > 0 && (
          <Button type="primary" loading={start.isBusy} onClick={begin}>
            {wave.started_at === null ? '开始拣货' : `开始其余 ${wave.unbegun} 单`} <Kbd of="Enter" />
          </Button>
        )}
      </Views>
      {wave.state === 'picking' && view === 'lines' && wave.unbegun < wave.todo && <Walk wave={wave} take={take} takeAll={takeAll} />}
      <div className="record-body">
        <div className="no-print">
          {view === 'lines' ? (
            <WaveLines list={wave.list} current={nextOf(wave.list)?.batch_id} take={mayTake ? take : undefined} />
          ) : (
            <WaveOrders
              orders={wave.order_list}
              leave={
                wave.state === 'dissolved'
                  ? undefined
                  : ({ id, no, tote }) =>
                      reason.ask({
                        title: `移出 ${no}`,
                        what: `第 ${tote} 格的订单不再在 ${wave.no} 里，单独拣货；拿下来的已经分到格里的留给它，还在车上的放回。`,
                        ok: '移出',
                        usual: ['客户自提', '缺货待补', '改走别的车次'],
                        run: (text) => leaving.run({ params, body: { order_id: id, reason: text } }),
                      })
              }
            />
          )}
        </div>
        <div className="print-only">
          <WaveSheet
            title={`拣货单 ${wave.no}${wave.picker && `　${wave.picker}`}`}
            orders={wave.order_list.filter(({ state }) => state !== 'left' && state !== 'cancelled')}
            list={wave.list.filter(({ number }) => number > 0)}
          />
        </div>
      </div>
      {isGiving && <GiveDialog wave={wave} onClose={() => setGiving(false)} />}
      {reason.dialog}
    </>
  )
}

/** A wave: what is to be taken from which shelf, into which totes it goes, and how far each of its orders is. */
export default function WaveRecordPage() {
  const id = Number(useParams().id)
  return (
    <div className="record">
      <Loaded of={useAsk(calls.waveOne, { params: { id } }, { every: EVERY_MS })}>{(wave) => <Record wave={wave} />}</Loaded>
    </div>
  )
}
