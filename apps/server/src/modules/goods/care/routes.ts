import type { DataOf, QueryOf } from '#contract/call.ts'
import {
  type CareGround,
  type CareState,
  type KeyGoodsState,
  staffCare,
  staffCareCheck,
  staffCareFault,
  staffCareGoods,
  staffCareGoodsDecide,
  staffClimateTake,
  staffRoomAdd,
  staffRoomSave,
  staffRooms,
} from '#contract/care.ts'
import { CARE_GROUNDS, CARE_STATES, KEY_GOODS_STATES, PAGE_SIZE } from '#contract/constants.ts'
import { beijingDate, daysBetween } from '#domain/dates.ts'
import { readLabel } from '#domain/labels.ts'
import type { ModuleContext } from '../../../context.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { addRoom, roomsToday, saveRoom, takeReading } from './climate.ts'
import { keyGoodsCounts, keyGoodsRows } from './goods-views.ts'
import { check, decideGoods, fault } from './service.ts'
import { type CareRow, carePage } from './views.ts'

const staffOf = ({ accountId, name }: Viewer) => ({ accountId, name })
const inWords = (grounds: readonly CareGround[]) => grounds.map((one) => CARE_GROUNDS[one])

const wireOf =
  (today: string) =>
  (row: CareRow): DataOf<typeof staffCare>['list'][number] => ({
    id: row.id,
    goods_id: row.goodsId,
    code: row.code,
    name: row.name,
    spec: row.spec,
    maker: row.maker,
    barcode: row.barcode,
    unit: row.unit,
    warehouse: row.warehouse,
    place: row.place,
    batch_no: row.batchNo,
    expiry_date: row.expiryDate,
    number: row.number,
    locked: row.isLocked ? 1 : 0,
    is_key: row.grounds.length > 0 ? 1 : 0,
    grounds: inWords(row.grounds),
    last_on: row.lastOn,
    due_on: row.dueOn,
    days_late: daysBetween(row.dueOn, today),
  })

async function careOf({ db }: DatabaseHandle, query: QueryOf<typeof staffCare>, now: Date): Promise<DataOf<typeof staffCare>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, words = '', state = 'due', warehouse_id: warehouseId = null, key } = query
  const today = beijingDate(now)
  const filter = { words: words.trim(), label: readLabel(words), warehouseId, isKey: key === undefined ? null : key === 1, today }
  const { rows, counts } = await carePage(db, filter, state, { offset: (page - 1) * perPage, limit: perPage })
  return {
    list: rows.map(wireOf(today)),
    counts: Object.keys(CARE_STATES).map((one) => ({ state: one as CareState, count: counts[one as CareState] })),
    total: counts[state],
    page,
    per_page: perPage,
  }
}

async function goodsOf({ db }: DatabaseHandle, query: QueryOf<typeof staffCareGoods>): Promise<DataOf<typeof staffCareGoods>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, words = '', state = 'proposed' } = query
  const filter = { words: words.trim() }
  const [rows, counts] = await Promise.all([
    keyGoodsRows(db, filter, state, { offset: (page - 1) * perPage }, perPage),
    keyGoodsCounts(db, filter),
  ])
  const list = rows.map(({ maker, dosageForm, decidedAt, grounds, ...row }) => ({
    ...row,
    goods_id: row.id,
    maker,
    dosage_form: dosageForm,
    grounds: inWords(grounds),
    lapsed: row.state === 'key' && grounds.length === 0 ? (1 as const) : (0 as const),
    decided_at: decidedAt?.toISOString() ?? null,
  }))
  return {
    list,
    counts: Object.keys(KEY_GOODS_STATES).map((one) => ({ state: one as KeyGoodsState, count: counts[one as KeyGoodsState] })),
    total: counts[state],
    page,
    per_page: perPage,
  }
}

export function careRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffCare, ({ query, now }) => careOf(database, query, now))
  serve(staffCareCheck, ({ viewer, body, now }) => check(database, staffOf(viewer), body, now))
  serve(staffCareFault, ({ viewer, body, now }) => fault(database, staffOf(viewer), body, now))
  serve(staffCareGoods, ({ query }) => goodsOf(database, query))
  serve(staffCareGoodsDecide, ({ viewer, body, now }) => decideGoods(database, staffOf(viewer), body, now))
  serve(staffRooms, ({ now }) => roomsToday(database, now))
  serve(staffRoomAdd, ({ viewer, body, now }) => addRoom(database, staffOf(viewer), body, now))
  serve(staffRoomSave, ({ viewer, params, body, now }) => saveRoom(database, staffOf(viewer), params.id, body, now))
  serve(staffClimateTake, ({ viewer, params, body, now }) => takeReading(database, staffOf(viewer), params.id, body, now))
}
