import { Type } from 'typebox'
import { Id } from '#contract/shapes.ts'
import { INVITATION_DAYS } from '#contract/stores.ts'
import { isCreditCode, tidy } from '#domain/identifiers.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, forbidden, notFound } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { defineTask } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import { tell, tellMany } from '../../talking/messages/public.ts'
import { type Member, storesFor, targetsOf, whyNotInvite } from './screens.ts'
import {
  addresseesOf,
  closeExpired,
  closeInvitation,
  countSentSince,
  findInvitation,
  groupOf,
  hasPassed,
  type Invitation,
  insertInvitation,
  joinGroup,
  letIn,
  lockCompanies,
  memberOf,
  nameOfStore,
  type OwnedStore,
  otherGroupOf,
  ownedStores,
} from './store.ts'

export const storeInvited = defineTask('stores.invited', Type.Object({ invitation_id: Id }), { formerly: ['stores_invited'] })

export interface StoreDeps {
  database: DatabaseHandle
  jobs: Jobs
}

const DAY_MS = 86_400_000
/** More than anybody who runs stores needs, and too few to try out codes. */
const INVITATIONS_A_DAY = 20
const STORES_URL = '/ddgl'

function targetFrom(typed: string): string {
  const target = tidy(typed).replaceAll(' ', '').toUpperCase()
  if (/^1[3-9]\d{9}$/.test(target) || isCreditCode(target)) return target
  throw fieldErrors([{ field: 'target', message: '请填写对方负责人的手机号，或 18 位统一社会信用代码' }])
}

/** Whether anybody has the phone or code is looked up by a job later, so that neither the answer nor its time tells. */
export async function invite(deps: StoreDeps, viewer: Member, typed: { target: string; note: string }, now: Date): Promise<void> {
  const target = targetFrom(typed.target)
  await transact(deps.database.db, async (trx) => {
    await lockCompanies(trx, [viewer.company.id])
    const owned = await ownedStores(trx, viewer.accountId)
    const why = whyNotInvite(viewer.company, owned)
    if (why) throw forbidden(why)
    if (targetsOf(viewer.phone, owned).includes(target)) throw fieldErrors([{ field: 'target', message: '这是您自己的门店，不需要邀请' }])
    await closeExpired(trx, viewer.accountId, now)
    if ((await countSentSince(trx, viewer.accountId, new Date(now.getTime() - DAY_MS))) >= INVITATIONS_A_DAY)
      throw conflict('今天发出的邀请已经很多，请明天再试')
    const id = await insertInvitation(
      trx,
      {
        accountId: viewer.accountId,
        companyId: viewer.company.id,
        target,
        note: typed.note,
        expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
      },
      now,
    )
    if (id === null) throw conflict('您已邀请过该门店，请等待对方答复')
    await deps.jobs.enqueue(trx, storeInvited, { invitation_id: id })
  })
}

/** The task storeInvited. Safe to run twice. */
export async function tellInvited({ db }: DatabaseHandle, id: number, now: Date): Promise<void> {
  const addressees = await addresseesOf(db, id)
  await transact(db, (trx) =>
    tellMany(
      trx,
      addressees.map(({ companyId, fromCompany, fromName }) => ({
        companyId,
        kind: 'system' as const,
        title: `${fromCompany} 邀请您绑定门店`,
        text: `${fromName}希望与您共同管理门店。同意后对方可以查看并操作您选定的门店，请核实身份后在 ${INVITATION_DAYS} 天内答复。`,
        url: STORES_URL,
        key: `store_invitation:${id}`,
      })),
      now,
    ),
  )
}

/** Also of one that is not the viewer's: to others it does not exist. */
export async function withdraw({ database }: StoreDeps, viewer: Member, id: number, now: Date): Promise<void> {
  await transact(database.db, async (trx) => {
    const invitation = await findInvitation(trx, id, true)
    if (invitation === null || invitation.accountId !== viewer.accountId) throw notFound('邀请')
    if (invitation.status === 'withdrawn') return
    refuseIfClosed(invitation, now)
    await closeInvitation(trx, id, { status: 'withdrawn', accountId: viewer.accountId, storeId: null }, now)
  })
}

function refuseIfClosed({ status, expiresAt }: Invitation, now: Date): void {
  if (status === 'withdrawn') throw conflict('对方已撤回这份邀请')
  if (status === 'expired' || (status === 'open' && expiresAt <= now)) throw conflict('这份邀请已过期，请对方重新邀请')
  if (status !== 'open') throw conflict('这份邀请已经答复过')
}

export interface InvitationAnswer {
  agree: boolean
  companyId: number | null
}

/** Answers what is said to the one who answered. */
export async function answer({ database }: StoreDeps, viewer: Member, id: number, said: InvitationAnswer, now: Date): Promise<string> {
  return transact(database.db, async (trx) => {
    const owned = await ownedStores(trx, viewer.accountId)
    const known = await findInvitation(trx, id)
    if (known === null || !targetsOf(viewer.phone, owned).includes(known.target) || owned.length === 0) throw notFound('邀请')
    const store = said.agree ? chosenStore(storesFor(known.target, viewer.phone, owned), said.companyId ?? viewer.company.id) : null
    await lockCompanies(trx, [known.companyId, ...(store ? [store.companyId] : [])])
    const invitation = await findInvitation(trx, id, true)
    if (invitation === null) throw notFound('邀请')
    refuseIfClosed(invitation, now)
    const news = { companyId: invitation.companyId, kind: 'system', url: STORES_URL, key: `store_answer:${id}` } as const
    const status = store === null ? 'refused' : 'consented'
    await closeInvitation(trx, id, { status, accountId: viewer.accountId, storeId: store?.companyId ?? null }, now)
    if (store === null) {
      await tell(trx, { ...news, title: '门店邀请未被接受', text: `您发给 ${invitation.target} 的邀请，对方没有同意。` }, now)
      return '已拒绝邀请'
    }
    if (!(await memberOf(trx, invitation.accountId, invitation.companyId))?.isOwner) throw conflict('邀请方已不再管理其门店，邀请无效')
    if (!(await hasPassed(trx, invitation.companyId))) throw conflict('邀请方的企业目前不能采购，邀请无效')
    const groupId = await groupOf(trx, invitation.companyId)
    const elsewhere = await otherGroupOf(trx, store.companyId, groupId)
    if (elsewhere !== null) throw conflict(`${store.name} 已在门店组“${elsewhere}”中，请先解除后再同意`)
    await joinGroup(trx, store.companyId, groupId)
    await letIn(trx, invitation.accountId, store.companyId)
    const from = await nameOfStore(trx, invitation.companyId)
    await tellMany(
      trx,
      [
        {
          ...news,
          title: `${store.name} 已与您绑定`,
          text: '您可以切换到这家门店采购，或把购物车复制给它。各店的资质、价格和订单互不影响。',
        },
        {
          companyId: store.companyId,
          kind: 'system',
          title: `门店已与 ${from} 绑定`,
          text: '对方可以查看并操作本店。如需停止，请在多店管理中解除绑定。',
          url: STORES_URL,
          key: `store_bound:${id}`,
        },
      ],
      now,
    )
    return `${store.name} 已与 ${from} 绑定`
  })
}

/** Where only one may join there is nothing to choose. */
function chosenStore(stores: readonly OwnedStore[], companyId: number): OwnedStore {
  const store = stores.length === 1 ? stores[0] : stores.find((one) => one.companyId === companyId)
  if (!store) throw fieldErrors([{ field: 'company_id', message: '请选择要绑定的门店' }])
  return store
}
