import { conflict, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { tellMany } from '../../talking/messages/public.ts'
import { moveSessions } from '../accounts/public.ts'
import type { StoreDeps } from './invitations.ts'
import type { Member } from './screens.ts'
import { leaveGroupIfAlone, lockCompanies, memberOf, nameOfAccount, nameOfStore, ownedStores, putOut } from './store.ts'

/** accountId null: the viewer leaves a store that they were let into; else the owner ends that account's access. */
export async function unbind(
  { database }: StoreDeps,
  viewer: Member,
  { companyId, accountId }: { companyId: number; accountId: number | null },
  now: Date,
): Promise<string> {
  const leaving = accountId ?? viewer.accountId
  return transact(database.db, async (trx) => {
    await lockCompanies(trx, [companyId])
    const mine = await memberOf(trx, viewer.accountId, companyId)
    if (mine === null) throw notFound('门店')
    if (leaving === viewer.accountId && mine.isOwner) throw conflict('自己注册的门店不能解除绑定')
    if (leaving !== viewer.accountId && !mine.isOwner) throw notFound('门店')
    if (!(await putOut(trx, leaving, companyId))) throw notFound('绑定')
    await moveSessions(trx, leaving, companyId)
    await leaveGroupIfAlone(trx, companyId)
    const store = await nameOfStore(trx, companyId)
    const person = await nameOfAccount(trx, leaving)
    const [own] = await ownedStores(trx, leaving)
    const news = { kind: 'system', url: '/ddgl', key: `store_unbound:${companyId}:${leaving}:${now.getTime()}` } as const
    await tellMany(
      trx,
      [
        { ...news, companyId, title: '门店已解除绑定', text: `${person}不再能查看和操作 ${store}。` },
        ...(own ? [{ ...news, companyId: own.companyId, title: `已与 ${store} 解除绑定`, text: '您不能再切换到这家门店。' }] : []),
      ],
      now,
    )
    return `已与 ${leaving === viewer.accountId ? store : person} 解除绑定`
  })
}
