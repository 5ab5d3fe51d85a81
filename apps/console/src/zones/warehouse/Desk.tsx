import { Alert, Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { PickingPieceWire } from '#contract/picking.ts'
import type { StaffOrderWire } from '#contract/staff-orders.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { numberText } from '../../parts/numbers.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { CartonDialog } from './CartonDialog.tsx'
import { CartonLabels } from './CartonLabels.tsx'
import { calls } from './calls.ts'
import { keepCounts, recallCounts } from './kept-counts.ts'
import { PackingAside } from './PackingAside.tsx'
import { cartonCalled, looseOf, packScan } from './packing-scan.ts'
import { ScanField } from './ScanField.tsx'
import { ShipForm } from './ShipForm.tsx'
import { ShortDialog } from './ShortDialog.tsx'
import { SplitDialog } from './SplitDialog.tsx'
import { SwapDialog } from './SwapDialog.tsx'
import { type Counts, countOf, currentOf, doneOf, isDone, type Scanned, scan, stillTrue } from './scan.ts'
import { sound } from './sound.ts'
import { usePacking } from './usePacking.ts'
import './warehouse.css'

interface Props {
  order: StaffOrderWire
  pieces: readonly PickingPieceWire[]
  isCheck: boolean
}

/** The table: one field that a scanner types into, what is to be scanned, and what was. Nothing of it needs the mouse. */
export function Desk({ order, pieces, isCheck }: Props) {
  const stage = isCheck ? 'check' : 'pick'
  const field = useRef<HTMLInputElement>(null)
  const [kept, setKept] = useState<Counts>(() => recallCounts(order.id, stage))
  const [wrong, setWrong] = useState<(Scanned & { kind: 'refused' }) | null>(null)
  const [layer, setLayer] = useState<'' | 'short' | 'swap' | 'split' | 'labels' | 'ship' | 'carton'>('')
  const [heard, setHeard] = useState('')
  const keptNow = useRef(kept)
  const countsNow = (): Counts => stillTrue(pieces, keptNow.current)
  const counts = stillTrue(pieces, kept)
  const packing = usePacking(order.id, pieces, isCheck)
  const codes = useDeed(calls.codes, { done: '' })
  const gathered = useDeed(calls.gathered, { done: '已交复核', outdates: [calls.order, calls.queue] })
  const current = currentOf(pieces, counts)
  const done = doneOf(pieces, counts)
  const isWhole = done === pieces.length && pieces.length > 0
  const isOwn = isCheck && order.picked_by_me === 1
  const number = pieces.reduce((sum, one) => sum + countOf(counts, one).number, 0)
  const all = pieces.reduce((sum, one) => sum + one.number, 0)
  const mayLeave = isWhole && packing.isByCarton ? packing.unpacked === 0 : isWhole
  const canSplit = current !== undefined && number > 0

  const focus = () => field.current?.focus()
  useEffect(() => {
    if (layer === '') field.current?.focus()
  }, [layer])
  const close = (): void => setLayer('')
  const f4 = (): void => (current ? setLayer('short') : undefined)
  const f6 = (): void => (current ? setLayer('swap') : undefined)
  const f8 = (): void => (canSplit ? setLayer('split') : undefined)
  const f7 = (): void => setLayer('labels')
  const f9 = (): void => {
    if (!mayLeave || isOwn || order.held_at !== null) return
    if (isCheck) setLayer('ship')
    else void gathered.run({ params: { id: order.id }, body: {} })
  }
  const f2 = (): void => void packing.addCarton('normal')
  const f3 = (): void => void packing.addCarton('cold')
  const f10 = (): void => void packing.layLoose(countsNow).then((why) => (why ? refuse(why, '') : setWrong(null)))
  useKeys([
    { key: 'F2', what: packing.isByCarton ? '加一箱' : '按箱装', run: f2, when: isCheck },
    { key: 'F3', what: '加冷藏箱', run: f3, when: packing.isByCarton },
    { key: 'F10', what: '数过的都装入这一箱', run: f10, when: packing.isByCarton },
    { key: 'Alt+B', what: '这一箱的运单、编号、重量，拿出、撤箱', run: () => setLayer('carton'), when: packing.current !== undefined },
    { key: 'F4', what: '报缺', run: f4 },
    { key: 'F6', what: '换批号', run: f6 },
    { key: 'F7', what: '打印箱签、地址签', run: f7 },
    { key: 'F8', what: '先发已有，其余拆出', run: f8 },
    { key: 'F9', what: isCheck ? '发货' : '拣完，交复核', run: f9 },
  ])

  const keepCodes = async (piece: PickingPieceWire, of: Counts): Promise<void> => {
    const taken = countOf(of, piece).codes
    if (taken.length > 0) await codes.run({ params: { id: order.id }, body: { piece_id: piece.id, codes: [...taken] } })
  }
  const missing = pieces
    .map((piece) => ({ piece, number: piece.number - countOf(counts, piece).number }))
    .filter(({ number: one }) => one > 0)
  /** What was scanned of a batch is now all of it. */
  const afterSplit = async (): Promise<void> => {
    close()
    for (const { piece } of missing) await keepCodes(piece, counts)
  }

  const refuse = (why: string, scanned: string): void => {
    setWrong({ kind: 'refused', why, scanned, pieceId: null })
    sound('wrong')
  }
  const take = (next: Counts, pieceId: number, text: string): void => {
    setWrong(null)
    setHeard(text.trim())
    sound('right')
    keptNow.current = next
    setKept(next)
    keepCounts(order.id, stage, next)
    const piece = pieces.find(({ id }) => id === pieceId)
    if (piece && isDone(next, piece)) void keepCodes(piece, next)
  }
  /** Counted where it was not, and put into the open carton; nothing is counted that does not lie there. */
  const pack = async (text: string): Promise<void> => {
    const called = cartonCalled(text, order.no)
    if (called !== null) {
      const one = packing.now().cartons[called - 1]
      if (one === undefined) return refuse(`没有第 ${called} 箱`, text)
      packing.choose(one.id)
      return sound('right')
    }
    const answer = packScan(pieces, countsNow(), packing.now(), text)
    if (answer.kind === 'refused' || answer.kind === 'command') {
      if (answer.kind === 'refused') refuse(answer.why, answer.scanned)
      return
    }
    const next = answer.kind === 'counted' ? answer.counts : countsNow()
    const piece = pieces.find(({ id }) => id === answer.pieceId)
    const goes = piece && Math.min(answer.number, looseOf(packing.now(), next, piece))
    const why = piece && goes ? await packing.lay([{ piece, number: goes }]) : ''
    if (why) refuse(why, text)
    else take(next, answer.pieceId, text)
  }
  const hear = (text: string): void => {
    const answer = scan(pieces, counts, text)
    if (answer.kind === 'command') {
      const deeds = { F2: f2, F3: f3, F10: f10, F4: f4, F6: f6, F7: f7, F8: f8, F9: f9 }
      deeds[answer.key]()
      return
    }
    if (packing.isByCarton) {
      void packing.inLine(() => pack(text))
      return
    }
    if (answer.kind === 'refused') {
      setWrong(answer)
      sound('wrong')
      return
    }
    take(answer.counts, answer.pieceId, text)
  }
  const left = isWhole ? `${numberText(packing.unpacked)} 件没装箱` : `还差 ${pieces.length - done} 行`
  const shown = current ?? pieces.at(-1)
  return (
    <>
      {isOwn && <Alert banner type="warning" title="这张订单是您拣的货，须由另一人登录复核发货" />}
      {(codes.problem || gathered.problem) && <Alert banner type="error" title={codes.problem || gathered.problem} />}
      <div className={wrong ? 'desk-now is-wrong' : 'desk-now'} role={wrong ? 'alert' : undefined}>
        <div className="row">
          <b className={wrong ? 'bad' : ''}>{wrong ? wrong.why : isWhole ? '全部相符' : '等待扫描'}</b>
          {shown && !isWhole && (
            <span className="muted">
              第 {pieces.indexOf(shown) + 1} 行{shown.place && ` · 货位 ${shown.place}`}
            </span>
          )}
          <span className="grow" />
          <b>
            {done} / {pieces.length} 行
          </b>
          <span className="muted">
            {numberText(number)} / {numberText(all)} 件
          </span>
          <Progress
            className="desk-progress"
            percent={all === 0 ? 0 : (100 * number) / all}
            strokeColor="var(--brand-600)"
            showInfo={false}
            aria-label="已扫的件数"
          />
        </div>
        {shown && !isWhole && (
          <>
            <p className="desk-goods">
              <strong>{shown.name}</strong> <span className="muted">{`${shown.spec}　${shown.maker}　${shown.unit}`}</span>
            </p>
            <div className="desk-boxes">
              <div>
                <span className="muted">应拣批号</span>
                <strong>{shown.batch_no}</strong>
                <small className="muted">至 {shown.expiry_date}</small>
              </div>
              <div className={wrong ? 'is-wrong' : ''}>
                <span className="muted">刚才扫的</span>
                <strong>{wrong ? <s>{wrong.scanned}</s> : heard || '—'}</strong>
                <small className={wrong ? 'bad' : 'muted'}>{wrong ? '没有计数，请放回' : heard ? '已计数' : '还没有扫'}</small>
              </div>
              <div>
                <span className="muted">实数 / 应数</span>
                <strong>
                  {numberText(countOf(counts, shown).number)} <span className="muted">/ {numberText(shown.number)}</span>
                </strong>
                <small className="muted">追溯码 {numberText(countOf(counts, shown).codes.length)}</small>
              </div>
            </div>
          </>
        )}
        <div className="row">
          <ScanField
            ref={field}
            label="扫描批号、追溯码或商品条码"
            placeholder="扫描批号、追溯码或商品条码；“12*批号”计 12"
            onScan={hear}
            isPage
            onBlur={() => layer === '' && window.setTimeout(focus)}
            onBack={() => void packing.undo()}
          />
          <Button onClick={f4} disabled={!current}>
            报缺 <Kbd of="F4" />
          </Button>
          <Button onClick={f6} disabled={!current}>
            换批号 <Kbd of="F6" />
          </Button>
          <Button onClick={f7}>
            箱签 <Kbd of="F7" />
          </Button>
          <Button onClick={f8} disabled={!canSplit}>
            先发已有 <Kbd of="F8" />
          </Button>
          <Button
            type="primary"
            size="large"
            disabled={!mayLeave || isOwn || order.held_at !== null}
            loading={gathered.isBusy}
            onClick={f9}
          >
            {mayLeave ? (isCheck ? '发货' : '拣完，交复核') : left} <Kbd of="F9" />
          </Button>
        </div>
      </div>
      <div className={isCheck ? 'desk-table' : 'record-body'}>
        <div className="record-body">
          <table className="tb">
            <thead>
              <tr>
                <th>#</th>
                <th>货位</th>
                <th>商品</th>
                <th>批号</th>
                <th>有效期至</th>
                <th className="num">应数</th>
                <th className="num">实数</th>
                <th>结果</th>
              </tr>
            </thead>
            <tbody>
              {pieces.map((piece, at) => (
                <tr key={piece.id} className={piece.id === current?.id ? (wrong ? 'is-wrong' : 'is-now') : ''}>
                  <td>{at + 1}</td>
                  <td className="nowrap">{piece.place || <span className="muted">—</span>}</td>
                  <td>
                    <b>{piece.name}</b> <small className="muted">{piece.spec}</small>{' '}
                    {piece.cold_chain === 1 && <span className="chip chip-info">{piece.storage || '冷链'}</span>}
                  </td>
                  <td>{piece.batch_no}</td>
                  <td>{piece.expiry_date}</td>
                  <td className="num strong">{numberText(piece.number)}</td>
                  <td className="num">{countOf(counts, piece).number}</td>
                  <td>
                    {piece.locked_reason ? (
                      <StateTag tone="wrong">已锁定</StateTag>
                    ) : isDone(counts, piece) ? (
                      <StateTag tone="done">相符</StateTag>
                    ) : (
                      <StateTag tone="closed">未扫</StateTag>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {isCheck && <PackingAside desk={packing} onEdit={() => setLayer('carton')} />}
      </div>
      {layer === 'short' && current && <ShortDialog order={order} piece={current} onSwap={() => setLayer('swap')} onClose={close} />}
      {layer === 'swap' && current && <SwapDialog order={order} piece={current} onClose={close} />}
      {layer === 'split' && <SplitDialog order={order} missing={missing} onDone={() => void afterSplit()} onClose={close} />}
      {layer === 'labels' && <CartonLabels order={order} onClose={close} />}
      {layer === 'ship' && <ShipForm order={order} cartons={packing.packing.cartons} onClose={close} />}
      {layer === 'carton' && packing.current && (
        <CartonDialog key={packing.current.id} order={order} carton={packing.current} onClose={close} />
      )}
    </>
  )
}
