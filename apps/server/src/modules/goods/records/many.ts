import type { BulkKind, BulkWish } from '#contract/bulk.ts'
import type { QueryOf } from '#contract/call.ts'
import { SHELF_NAMES } from '#contract/constants.ts'
import { staffGoodsRecords } from '#contract/goods-desk.ts'
import type { BulkDeed } from '../../../platform/bulk-deed.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { filterOf } from '../../../platform/exporting.ts'
import { goodsFilterOf } from './exporter.ts'
import { changeGoods, shelve } from './service.ts'
import { goodsIds, type ManyRow, manyGoods } from './views.ts'

/** The deeds of a goods' record, as they are done to many of them. */

const DONE = ''
const CATEGORIES_MAX = 10

const deed = (stood: (row: ManyRow) => string, check: (wish: BulkWish) => void, run: BulkDeed['run']): BulkDeed => ({
  query: filterOf(staffGoodsRecords),
  find: ({ db }, query, limit) => goodsIds(db, goodsFilterOf(query as NonNullable<QueryOf<typeof staffGoodsRecords>>), limit),
  records: async (connection, ids) =>
    new Map((await manyGoods(connection, ids)).map((row) => [row.id, { key: row.code, name: row.name, stood: stood(row) }])),
  check: async (_, wish) => check(wish),
  run,
})

const missing = (field: keyof BulkWish, message: string) => fieldErrors([{ field: `wish.${field}`, message }])
const nothing = (): void => undefined
const numberFrom =
  (least: number) =>
  ({ number }: BulkWish): void => {
    if (number === undefined || number < least) throw missing('number', `请填写数量，不小于 ${least}`)
  }

const shelf = (command: 'on' | 'off'): BulkDeed =>
  deed(
    ({ state }) => SHELF_NAMES[state],
    nothing,
    async (database, doer, id, { reason }, now) => {
      await shelve(database, doer, id, command, reason, now)
      return DONE
    },
  )

type Form = Parameters<Parameters<typeof changeGoods>[3]>[0]
const field = (stood: (row: ManyRow) => string, check: (wish: BulkWish) => void, change: (wish: BulkWish, form: Form) => Partial<Form>) =>
  deed(stood, check, async (database, doer, id, wish, now) => {
    await changeGoods(database, doer, id, (form) => change(wish, form), now)
    return DONE
  })

function newCategories({ category_id: id = 0, keep = 1 }: BulkWish, { categories }: Form): number[] {
  if (keep === 0) return [id]
  const all = [...new Set([...categories, id])].sort((a, b) => a - b)
  if (all.length > CATEGORIES_MAX) throw fieldErrors([{ field: 'categories', message: `已在 ${CATEGORIES_MAX} 个分类下，不能再加` }])
  return all
}

export const goodsMany: Pick<Record<BulkKind, BulkDeed>, Extract<BulkKind, `goods.${string}`>> = {
  'goods.shelf_on': shelf('on'),
  'goods.shelf_off': shelf('off'),
  'goods.min_number': field(
    ({ minNumber }) => String(minNumber),
    numberFrom(1),
    ({ number = 1 }) => ({ min_number: number }),
  ),
  'goods.purchase_limit': field(
    ({ purchaseLimit }) => (purchaseLimit ? String(purchaseLimit) : '不限'),
    numberFrom(0),
    ({ number = 0 }) => ({ purchase_limit: number }),
  ),
  'goods.category': field(
    ({ categories }) => categories.join('、') || '无分类',
    ({ category_id }) => {
      if (category_id === undefined) throw missing('category_id', '请选择分类')
    },
    (wish, form) => ({ categories: newCategories(wish, form) }),
  ),
  'goods.selected': field(
    ({ isSelected }) => (isSelected ? '优选' : '不是优选'),
    ({ flag }) => {
      if (flag === undefined) throw missing('flag', '请选择设为优选，或取消')
    },
    ({ flag = 1 }) => ({ is_selected: flag }),
  ),
}
