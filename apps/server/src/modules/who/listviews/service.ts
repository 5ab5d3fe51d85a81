import { type ListViewWire, VIEWS_MAX } from '#contract/list-views.ts'
import { writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, forbidden, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import {
  countOwn,
  deleteView,
  dropDefault,
  insertView,
  isNameTaken,
  type ListViewRow,
  lockView,
  setDefault,
  updateView,
  viewsOf,
} from './store.ts'

type View = Omit<ListViewRow, 'owner' | 'isDefault'>
type Person = Pick<Viewer, 'accountId' | 'name' | 'staff'>

const SHARE = 'views.share'
const shownOf = ({ name, query, isShared }: View) => ({ name, query, shared: isShared })

export async function listViews({ db }: DatabaseHandle, { accountId }: Person, list: string): Promise<ListViewWire[]> {
  return (await viewsOf(db, list, accountId)).map((view) => ({
    id: view.id,
    name: view.name,
    query: view.query,
    shared: view.isShared ? 1 : 0,
    mine: view.accountId === accountId ? 1 : 0,
    owner: view.owner,
    is_default: view.isDefault ? 1 : 0,
    version: view.version,
  }))
}

function nameOf(text: string): string {
  const name = text.trim()
  if (name === '') throw fieldErrors([{ field: 'name', message: '请填写视图名称' }])
  return name
}

const NAME_TAKEN = [{ field: 'name', message: '您在这个列表已有同名的视图，请换一个名称' }]

export async function addView(
  { db }: DatabaseHandle,
  staff: Person,
  wish: { list: string; name: string; query: string },
  now: Date,
): Promise<number> {
  const view = { list: wish.list, name: nameOf(wish.name), accountId: staff.accountId, query: wish.query }
  return transact(db, async (trx) => {
    if ((await countOwn(trx, view.list, staff.accountId)) >= VIEWS_MAX)
      throw conflict(`每个列表最多保存 ${VIEWS_MAX} 个自己的视图，请先删除不用的`)
    const id = await insertView(trx, view, now)
    if (id === null) throw fieldErrors(NAME_TAKEN)
    const after = { list: view.list, name: view.name, query: view.query }
    await writeAudit(trx, staff, { action: 'view.add', subject: `list_view:${id}`, before: null, after }, now)
    return id
  })
}

/** The view, locked, for whoever may change it; one that the person does not even see is not there. */
async function changeable(trx: Connection, staff: Person, id: number): Promise<View> {
  const view = await lockView(trx, id)
  const isOwner = view?.accountId === staff.accountId
  if (view === null || (!isOwner && !view.isShared)) throw notFound('视图')
  const mayShare = staff.staff?.permissions.has(SHARE) ?? false
  if (view.isShared && !mayShare) throw forbidden('这个视图是共享的，修改它需要“共享列表视图”的权限')
  return view
}

const assertSame = (view: View, version: number): void => {
  if (view.version === version) return
  throw changedMeanwhile(view.version, [
    { field: 'name', theirs: view.name },
    { field: 'query', theirs: view.query },
    { field: 'shared', theirs: view.isShared ? '共享' : '仅自己' },
  ])
}

async function save(
  trx: Connection,
  staff: Person,
  before: View,
  after: View,
  action: 'view.save' | 'view.share' | 'view.unshare',
  now: Date,
): Promise<number> {
  await updateView(trx, after, now)
  await writeAudit(trx, staff, { action, subject: `list_view:${before.id}`, before: shownOf(before), after: shownOf(after) }, now)
  return before.version + 1
}

export async function saveView(
  { db }: DatabaseHandle,
  staff: Person,
  id: number,
  wish: { name: string; query: string; version: number },
  now: Date,
): Promise<number> {
  return transact(db, async (trx) => {
    const before = await changeable(trx, staff, id)
    assertSame(before, wish.version)
    const after = { ...before, name: nameOf(wish.name), query: wish.query }
    if (await isNameTaken(trx, before, after.name)) throw fieldErrors(NAME_TAKEN)
    return save(trx, staff, before, after, 'view.save', now)
  })
}

export async function shareView(
  { db }: DatabaseHandle,
  staff: Person,
  id: number,
  wish: { shared: boolean; version: number },
  now: Date,
): Promise<number> {
  return transact(db, async (trx) => {
    const before = await changeable(trx, staff, id)
    assertSame(before, wish.version)
    return save(trx, staff, before, { ...before, isShared: wish.shared }, wish.shared ? 'view.share' : 'view.unshare', now)
  })
}

export async function dropView({ db }: DatabaseHandle, staff: Person, id: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    const before = await changeable(trx, staff, id)
    await deleteView(trx, id)
    await writeAudit(trx, staff, { action: 'view.drop', subject: `list_view:${id}`, before: shownOf(before), after: null }, now)
  })
}

export async function chooseDefault({ db }: DatabaseHandle, staff: Person, list: string, viewId: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    if (viewId === 0) {
      if (!(await dropDefault(trx, staff.accountId, list))) return
    } else {
      const view = await lockView(trx, viewId)
      if (view === null || view.list !== list || (view.accountId !== staff.accountId && !view.isShared)) throw notFound('视图')
      await setDefault(trx, staff.accountId, list, viewId)
    }
    const after = { list, view: viewId }
    await writeAudit(trx, staff, { action: 'view.default', subject: `account:${staff.accountId}`, before: null, after }, now)
  })
}
