import type { BodyOf } from '#contract/call.ts'
import type { StaffPersonWire, staffPersonView } from '#contract/staff-people.ts'
import { writeAudit } from '../../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { transact } from '../../../../platform/transact.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { endSeeing } from '../sessions-store.ts'
import { personWire } from './people.ts'
import { findPerson, lockPerson, setView, viewChoices } from './people-store.ts'

type View = StaffPersonWire['view']

/** What of his roles' view a person keeps; holds for his very next call. */
export async function narrowPerson(
  { db }: DatabaseHandle,
  viewer: Viewer,
  id: number,
  { view: chosen, reason, version }: BodyOf<typeof staffPersonView>,
  now: Date,
): Promise<StaffPersonWire> {
  const view: View = { warehouses: [], provinces: [], managers: [], ...chosen }
  if (id === viewer.accountId) throw conflict('自己的查看范围由另一位管理员变更')
  return transact(db, async (trx) => {
    const row = await lockPerson(trx, id)
    if (row === null || row.state === 'left') throw notFound('员工')
    const { warehouses } = await viewChoices(trx)
    const nameOf = (one: number) => warehouses.find((known) => known.id === one)?.name
    const inWords = ({ warehouses: ids, provinces, managers }: View): string =>
      [
        ids.length > 0 && `仓库 ${ids.map((one) => nameOf(one) ?? one).join('、')}`,
        provinces.length > 0 && `地区 ${provinces.join('、')}`,
        managers.length > 0 && `客户经理 ${managers.join('、')}`,
      ]
        .filter(Boolean)
        .join('；') || '不限'
    if (row.version !== version) throw changedMeanwhile(row.version, [{ field: 'view', theirs: inWords(row.view) }])
    if (view.warehouses.some((one) => nameOf(one) === undefined))
      throw fieldErrors([{ field: 'view', message: '其中有不存在的仓库，请刷新后重选' }])
    await setView(trx, id, view)
    // He may be looking at the shop as a company that he sees no more.
    await endSeeing(trx, id)
    const entry = { action: 'staff.view' as const, subject: `account:${id}`, before: { view: inWords(row.view) } }
    await writeAudit(trx, viewer, { ...entry, after: { view: inWords(view), reason } }, now)
    const fresh = await findPerson(trx, id)
    if (fresh === null) throw notFound('员工')
    return personWire(fresh)
  })
}
