import type { DataOf } from '#contract/call.ts'
import { PAGE_SIZE, WAVE_ORDERS_MAX, WAVE_STATES } from '#contract/constants.ts'
import {
  staffPickingWave,
  staffWave,
  staffWaveDissolve,
  staffWaveForm,
  staffWaveGive,
  staffWaveLeave,
  staffWavePickers,
  staffWaveStart,
  staffWaves,
  staffWaveTake,
  type WaveOrderWire,
  type WavePieceWire,
  type WaveSheetOrderWire,
  type WaveWire,
} from '#contract/waves.ts'
import type { ModuleContext } from '../../../context.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors, notFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import type { PaymentEffects } from '../orders/public.ts'
import { dissolveWave, formWave, giveWave, leaveWave, startWave, takeInWave } from './service.ts'
import { type SheetOrder, type SheetPiece, sheetOrders, sheetPieces } from './sheet-views.ts'
import { findWave, type Member, pickers, stateOf, type WaveRow, waveMembers, wavePage, waveTotal } from './views.ts'

const staffOf = ({ accountId, name }: Viewer) => ({ accountId, name })

function waveWire(row: WaveRow, viewer: Viewer): WaveWire {
  const state = stateOf(row)
  return {
    id: row.id,
    no: row.no,
    warehouse: row.warehouse,
    state,
    state_name: WAVE_STATES[state],
    remark: row.remark,
    picker_id: row.pickerId,
    picker: row.picker,
    mine: row.pickerId === viewer.accountId ? 1 : 0,
    maker: row.maker,
    made_at: row.madeAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    version: row.version,
    orders: row.orders,
    picked: row.picked,
    todo: row.todo,
    unbegun: row.unbegun,
    held: row.held,
    lines: row.lines,
    lines_taken: row.linesTaken,
    number: row.number,
    taken: row.taken,
  }
}

const orderWire = ({ coldChain, isEphedrine, isHeld, ...order }: SheetOrder, tote: number): WaveSheetOrderWire => ({
  ...order,
  tote,
  cold_chain: coldChain ? 1 : 0,
  is_hm: isEphedrine ? 1 : 0,
  held: isHeld ? 1 : 0,
})
const pieceWire = ({ goodsId, batchId, batchNo, expiryDate, coldChain, isLocked, ...piece }: SheetPiece): WavePieceWire => ({
  ...piece,
  goods_id: goodsId,
  batch_id: batchId,
  batch_no: batchNo,
  expiry_date: expiryDate,
  cold_chain: coldChain ? 1 : 0,
  locked: isLocked ? 1 : 0,
})

const MEMBER_STATES = { pick: '待拣', picking: '拣货中', picked: '已拣完', held: '暂停', cancelled: '已取消', left: '已移出' } as const
function memberState({ hasLeft, status, isHeld, isTodo }: Member): keyof typeof MEMBER_STATES {
  if (hasLeft) return 'left'
  if (status === 'cancelled') return 'cancelled'
  if (isHeld) return 'held'
  if (!isTodo) return 'picked'
  return status === 'paid' ? 'pick' : 'picking'
}

async function sheetOf({ db }: DatabaseHandle, text: string): Promise<DataOf<typeof staffPickingWave>> {
  const ids = [...new Set(text.split(',').map(Number))]
  if (ids.length > WAVE_ORDERS_MAX) throw fieldErrors([{ field: 'ids', message: `一张拣货单最多 ${WAVE_ORDERS_MAX} 张订单` }])
  const totes = ids.map((id, at) => ({ id, tote: at + 1 }))
  const [orders, pieces] = await Promise.all([sheetOrders(db, ids), sheetPieces(db, totes, null)])
  if (orders.length === 0) throw notFound('订单')
  return { orders: orders.map((order) => orderWire(order, ids.indexOf(order.id) + 1)), list: pieces.map(pieceWire) }
}

async function recordOf({ db }: DatabaseHandle, viewer: Viewer, id: number): Promise<DataOf<typeof staffWave>> {
  const [row, members] = await Promise.all([findWave(db, id), waveMembers(db, id)])
  if (row === null) throw notFound('波次')
  const byId = new Map(members.map((one) => [one.id, one]))
  const counted = row.dissolvedAt === null ? members.filter(({ isCounted }) => isCounted) : []
  const [orders, pieces] = await Promise.all([sheetOrders(db, [...byId.keys()]), sheetPieces(db, counted, row.dissolvedAt ? null : id)])
  const order_list = orders.flatMap((order): WaveOrderWire[] => {
    const member = byId.get(order.id)
    if (member === undefined) return []
    const state = memberState(member)
    return [{ ...orderWire(order, member.tote), state, state_name: MEMBER_STATES[state], left_why: member.leftWhy }]
  })
  return { ...waveWire(row, viewer), order_list, list: pieces.map(pieceWire) }
}

export function waveRoutes({ serve, deps: { database } }: ModuleContext, payments: PaymentEffects): void {
  const { db } = database
  const deps = { database, payments }
  serve(staffPickingWave, ({ query }) => sheetOf(database, query.ids))
  serve(staffWaves, async ({ viewer, query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, state = null, warehouse_id: warehouseId = null, mine } = query
    const filter = { state, warehouseId, pickerId: mine === 1 ? viewer.accountId : null }
    const [rows, total] = await Promise.all([wavePage(db, filter, (page - 1) * perPage, perPage), waveTotal(db, filter)])
    return { list: rows.map((row) => waveWire(row, viewer)), total, page, per_page: perPage }
  })
  serve(staffWavePickers, async () => ({ list: await pickers(db) }))
  serve(staffWave, ({ viewer, params }) => recordOf(database, viewer, params.id))
  serve(staffWaveForm, async ({ viewer, body, now, say }) => {
    const made = await formWave(database, staffOf(viewer), body, now)
    say(`波次 ${made.no}：${made.orders} 单${made.left_out.length > 0 ? `，${made.left_out.length} 单没有进来` : ''}`)
    return made
  })
  serve(staffWaveStart, async ({ viewer, params, now, say }) => {
    const answer = await startWave(deps, staffOf(viewer), params.id, now)
    say(`开始拣货 ${answer.begun} 单${answer.refused.length > 0 ? `，${answer.refused.length} 单不能拣` : ''}`)
    return answer
  })
  serve(staffWaveGive, ({ viewer, params, body, now }) => giveWave(database, staffOf(viewer), params.id, body, now))
  serve(staffWaveTake, ({ viewer, params, body, now }) => takeInWave(database, staffOf(viewer), params.id, body, now))
  serve(staffWaveLeave, ({ viewer, params, body, now }) => leaveWave(database, staffOf(viewer), params.id, body, now))
  serve(staffWaveDissolve, ({ viewer, params, body, now }) => dissolveWave(database, staffOf(viewer), params.id, body, now))
}
