import type { BodyOf } from '#contract/call.ts'
import { UNNAMED_COMPANY } from '#contract/constants.ts'
import type { register, registerStore } from '#contract/credentials.ts'
import type { AppDeps } from '../../../context.ts'
import { lineKey } from '../../../platform/addresses.ts'
import { conflict, fieldErrors, forbidden } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import {
  attachWechat,
  checkPassword,
  type Entering,
  findLoginAccount,
  hashPassword,
  heldTicket,
  insertAccount,
  type LoginAccount,
  lockAccount,
  lockPhone,
  type MatchedCode,
  matchCode,
  mobileOf,
  passwordMatches,
  passwordTurn,
  personName,
  registerRates,
  spendCode,
  takeRates,
} from '../accounts/public.ts'
import { type AcceptanceFrom, acceptedFrom, acceptToRegister } from '../agreements/public.ts'
import { giveCompany, groupOf, lockCompanies, memberOf } from '../stores/public.ts'
import { mustAgree, refuseTooManyStores } from './rules.ts'
import { insertCompany, phoneOfAccount, unfinishedStore } from './store.ts'

type Deps = Pick<AppDeps, 'database' | 'outside'>
type RegisterBody = BodyOf<typeof register>

/**
 * Step 1: an account and its company, both or neither. Of many submits for one phone one makes the account. A submit that is
 * sent again, because its answer was lost or the button was hit twice, is known by its code and password and answers the
 * account that the first one made.
 */
export async function registerAccount(
  { database, outside }: Deps,
  body: RegisterBody,
  { request, now }: Entering,
): Promise<{ id: number; companyId: number | null }> {
  if (outside.sms === null) throw conflict('本商城凭邀请注册，请向客服要一份邀请')
  const phone = mobileOf(body.phone)
  const name = personName(body.name)
  await checkPassword(body.password, [phone])
  mustAgree(body.agree)
  await takeRates(database.db, registerRates(request.ip), now)
  const code = await matchCode({ database }, { phone, purpose: 'register', code: body.code, ip: request.ip, mayBeUsed: true }, now)
  const key = lineKey(request.ip)
  const passwordHash = await passwordTurn({ key }, () => hashPassword(body.password))
  const made = await transact(database.db, async (transaction) => {
    await lockPhone(transaction, phone)
    const owner = await findLoginAccount(transaction, phone)
    if (owner !== null) return { owner }
    const accountId = await insertAccount(transaction, { phone, name, passwordHash }, now)
    await spendCode(transaction, code, accountId, now)
    const companyId = await insertCompany(transaction, { name: UNNAMED_COMPANY, contact: name, phone, storeGroupId: null }, now)
    await giveCompany(transaction, accountId, companyId)
    await acceptToRegister(transaction, { companyId, accountId }, body.agreements, acceptedFrom(request), now)
    if (body.wechat !== undefined) await attachWechat(transaction, accountId, heldTicket(request, body.wechat), now)
    return { id: accountId, companyId }
  })
  if (!('owner' in made)) return made
  if (await isSameSubmit(made.owner, code, body.password, key)) return made.owner
  throw fieldErrors([{ field: 'phone', message: '该手机号已注册，请直接登录或找回密码' }])
}

/** After the lock of the phone: the code may have been matched before the other submit used it up. */
async function isSameSubmit(owner: LoginAccount, { usedBy }: MatchedCode, password: string, key: string): Promise<boolean> {
  if (usedBy !== owner.id && usedBy !== null) return false
  return passwordTurn({ key }, () => passwordMatches(owner.passwordHash, password))
}

/** A further store in the group of the one that is in use; one that was begun and not yet named is gone on with. */
export async function registerFurtherStore(
  { database }: Deps,
  viewer: Viewer & { company: ViewerCompany },
  { agree, agreements }: BodyOf<typeof registerStore>,
  from: AcceptanceFrom,
  now: Date,
): Promise<number> {
  mustAgree(agree)
  return transact(database.db, async (transaction) => {
    await lockCompanies(transaction, [viewer.company.id])
    if (!(await memberOf(transaction, viewer.accountId, viewer.company.id))?.isOwner) throw forbidden('只有企业负责人可以新增门店')
    await lockAccount(transaction, viewer.accountId)
    const begun = await unfinishedStore(transaction, viewer.accountId, UNNAMED_COMPANY)
    if (begun !== null) {
      await acceptToRegister(transaction, { companyId: begun, accountId: viewer.accountId }, agreements, from, now)
      return begun
    }
    await refuseTooManyStores(transaction, viewer.accountId)
    const storeGroupId = await groupOf(transaction, viewer.company.id)
    const { name, phone } = await phoneOfAccount(transaction, viewer.accountId)
    const companyId = await insertCompany(transaction, { name: UNNAMED_COMPANY, contact: name, phone, storeGroupId }, now)
    await giveCompany(transaction, viewer.accountId, companyId)
    await acceptToRegister(transaction, { companyId, accountId: viewer.accountId }, agreements, from, now)
    return companyId
  })
}
