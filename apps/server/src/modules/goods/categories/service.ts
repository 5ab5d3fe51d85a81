import type { BodyOf } from '#contract/call.ts'
import {
  CATEGORY_LEVELS,
  type CategoryTree,
  type CategoryWire,
  type staffCategoryAdd,
  type staffCategoryMove,
  type staffCategoryRemove,
  type staffCategorySave,
} from '#contract/categories.ts'
import { CATEGORY_TREES } from '#contract/constants.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { requireVisible } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { judgeAgain } from '../law/public.ts'
import { refuseNewLows } from '../promotions/public.ts'
import {
  type CategoryRow,
  deleteCategory,
  goodsIn,
  goodsUnder,
  insertCategory,
  lockCategories,
  moveGoods,
  placeCategory,
  readCategories,
  renameCategory,
  setTree,
} from './store.ts'
import { namersOf } from './views.ts'

const wireOf = ({ parentId, ...row }: CategoryRow): CategoryWire => ({ ...row, parent_id: parentId })

export const categoriesOf = async (connection: Connection): Promise<CategoryWire[]> => (await readCategories(connection)).map(wireOf)

const wrong = (field: string, message: string) => fieldErrors([{ field, message }])

function find(all: readonly CategoryRow[], id: number): CategoryRow {
  const found = all.find((one) => one.id === id)
  if (found === undefined) throw notFound('分类')
  return found
}

/** From the top down to it: 西药, 抗感染. */
function wayTo(all: readonly CategoryRow[], id: number | null): CategoryRow[] {
  const way: CategoryRow[] = []
  for (let at = id; at !== null; ) {
    const one = find(all, at)
    way.unshift(one)
    at = one.parentId
  }
  return way
}

/** It and everything below it. */
function below(all: readonly CategoryRow[], id: number): CategoryRow[] {
  return [find(all, id), ...all.filter((one) => one.parentId === id).flatMap((one) => below(all, one.id))]
}

const depthOf = (all: readonly CategoryRow[], id: number): number =>
  1 + Math.max(0, ...all.filter((one) => one.parentId === id).map((one) => depthOf(all, one.id)))

const pathOf = (all: readonly CategoryRow[], id: number): string =>
  wayTo(all, id)
    .map(({ name }) => name)
    .join('/')

function nameOf(text: string): string {
  const name = text.trim().replace(/\s+/g, ' ')
  if (name === '') throw wrong('name', '请填写分类名称')
  requireVisible({ name })
  // Paths are written with it, in files too.
  if (name.includes('/')) throw wrong('name', '名称里不能有“/”')
  return name
}

/** No two sisters of one name: an import hangs goods below a name. */
function refuseTwin(all: readonly CategoryRow[], name: string, parentId: number | null, tree: CategoryTree, self: number | null): void {
  const twin = all.find(
    (one) => one.id !== self && one.parentId === parentId && one.name === name && (parentId !== null || one.tree === tree),
  )
  if (twin) throw wrong('name', `这一级已经有“${name}”`)
}

function refuseDeep(all: readonly CategoryRow[], parentId: number | null, depth: number): void {
  if (wayTo(all, parentId).length + depth > CATEGORY_LEVELS) throw wrong('parent_id', `分类最多 ${CATEGORY_LEVELS} 级`)
}

export async function addCategory(
  { db }: DatabaseHandle,
  staff: StaffActor,
  body: BodyOf<typeof staffCategoryAdd>,
  now: Date,
): Promise<{ id: number; list: CategoryWire[] }> {
  const name = nameOf(body.name)
  const hint = (body.hint ?? '').trim()
  return transact(db, async (trx) => {
    await lockCategories(trx)
    const all = await readCategories(trx)
    const parentId = body.parent_id ?? null
    const parent = parentId === null ? null : (all.find((one) => one.id === parentId) ?? null)
    if (parentId !== null && parent === null) throw wrong('parent_id', '上级分类不存在或已删除')
    const tree = parent?.tree ?? body.tree
    if (tree === undefined) throw wrong('tree', '请选择在哪个馆')
    refuseTwin(all, name, parentId, tree, null)
    refuseDeep(all, parentId, 1)
    const id = await insertCategory(trx, { parentId, tree, name, hint })
    const list = await readCategories(trx)
    const after = { name, path: pathOf(list, id), tree: CATEGORY_TREES[tree] }
    await writeAudit(trx, staff, { action: 'category.add', subject: `category:${id}`, before: null, after }, now)
    return { id, list: list.map(wireOf) }
  })
}

export async function saveCategory(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  body: BodyOf<typeof staffCategorySave>,
  now: Date,
): Promise<{ list: CategoryWire[] }> {
  const name = nameOf(body.name)
  const hint = body.hint.trim()
  return transact(db, async (trx) => {
    await lockCategories(trx)
    const all = await readCategories(trx)
    const row = find(all, id)
    if (row.version !== body.version)
      throw changedMeanwhile(row.version, [
        { field: 'name', theirs: row.name },
        { field: 'hint', theirs: row.hint },
      ])
    refuseTwin(all, name, row.parentId, row.tree, id)
    await renameCategory(trx, id, { name, hint })
    // Goods are judged by the name of their class too.
    if (name !== row.name) await judgeAgain(trx, staff, await goodsIn(trx, id, true), now)
    const entry = {
      action: 'category.rename' as const,
      subject: `category:${id}`,
      before: { name: row.name, hint: row.hint },
      after: { name, hint },
    }
    await writeAudit(trx, staff, entry, now)
    return { list: await categoriesOf(trx) }
  })
}

/** With everything below it, between other sisters or below another; a new top gives it its tree. */
export async function moveCategory(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  body: BodyOf<typeof staffCategoryMove>,
  now: Date,
): Promise<{ list: CategoryWire[] }> {
  return transact(db, async (trx) => {
    await lockCategories(trx)
    const all = await readCategories(trx)
    const row = find(all, id)
    const parentId = body.parent_id ?? null
    const own = below(all, id)
    if (parentId !== null && !all.some((one) => one.id === parentId)) throw wrong('parent_id', '上级分类不存在或已删除')
    if (own.some((one) => one.id === parentId)) throw wrong('parent_id', '不能移到自己的下级里')
    const tree = parentId === null ? row.tree : find(all, parentId).tree
    refuseTwin(all, row.name, parentId, tree, id)
    refuseDeep(all, parentId, depthOf(all, id))
    const sisters = all.filter((one) => one.parentId === parentId && one.id !== id).map((one) => one.id)
    const place = body.before === undefined ? sisters.length : sisters.indexOf(body.before)
    if (place < 0) throw wrong('before', '这一级的顺序刚刚变了，请再移一次')
    const goods = parentId === row.parentId ? [] : await goodsUnder(trx, id)
    await refuseNewLows(trx, goods, now, () => placeCategory(trx, id, parentId, sisters.toSpliced(place, 0, id)))
    await setTree(
      trx,
      own.map((one) => one.id),
      tree,
    )
    const list = await readCategories(trx)
    const order = (rows: readonly CategoryRow[], of: number | null) => rows.filter((one) => one.parentId === of).map((one) => one.name)
    const entry = {
      action: 'category.move' as const,
      subject: `category:${id}`,
      before: { path: pathOf(all, id), order: order(all, row.parentId) },
      after: { path: pathOf(list, id), order: order(list, parentId) },
    }
    await writeAudit(trx, staff, entry, now)
    return { list: list.map(wireOf) }
  })
}

const NAMED_SHOWN = 3

export async function removeCategory(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { to, reason }: BodyOf<typeof staffCategoryRemove>,
  now: Date,
): Promise<{ moved: number; list: CategoryWire[] }> {
  return transact(db, async (trx) => {
    await lockCategories(trx)
    const all = await readCategories(trx)
    const row = find(all, id)
    const path = pathOf(all, id)
    if (all.some((one) => one.parentId === id)) throw conflict(`“${path}”下面还有分类，先移走或删除它们`)
    const names = await namersOf(trx, id, now)
    if (names.length > 0)
      throw conflict(
        `活动、优惠券或专区正在用这个分类：${names.slice(0, NAMED_SHOWN).join('、')}${names.length > NAMED_SHOWN ? ' 等' : ''}，先改它们的范围`,
      )
    const goods = await goodsIn(trx, id)
    if (goods.length > 0) {
      if (to === undefined) throw wrong('to', `还有 ${goods.length} 种商品，请选择移到哪个分类`)
      if (to === id || !all.some((one) => one.id === to)) throw wrong('to', '请选择另一个分类')
      await refuseNewLows(trx, goods, now, () => moveGoods(trx, id, to))
      await judgeAgain(trx, staff, goods, now)
    }
    await deleteCategory(trx, id)
    const entry = {
      action: 'category.remove' as const,
      subject: `category:${id}`,
      before: { name: row.name, path, goods: goods.length },
      after: { moved_to: goods.length > 0 && to !== undefined ? pathOf(all, to) : null, reason: reason.trim() },
    }
    await writeAudit(trx, staff, entry, now)
    return { moved: goods.length, list: await categoriesOf(trx) }
  })
}
