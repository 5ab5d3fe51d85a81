import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { staffAddressDecide, staffAddressList } from '#contract/staff.ts'
import { type StaffActor, writeAudit } from '../../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { transact } from '../../../../platform/transact.ts'
import { tell } from '../../../talking/messages/public.ts'
import { addressesToReview, lockAddress, updateAddress } from './address-store.ts'
import { placeText } from './place-store.ts'

/** The quality department looks at every place that is not on the licence before drugs are brought there. */

export async function addressQueue(
  { db }: DatabaseHandle,
  { review = 'waiting', page = 1, per_page: perPage = PAGE_SIZE }: QueryOf<typeof staffAddressList>,
): Promise<DataOf<typeof staffAddressList>> {
  const { rows, total } = await addressesToReview(db, review, (page - 1) * perPage, perPage)
  return { list: rows.map((row) => ({ ...row, changed_at: row.changed_at.toISOString() })), total, page, per_page: perPage }
}

export async function decideAddress(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  body: BodyOf<typeof staffAddressDecide>,
  now: Date,
): Promise<'passed' | 'rejected'> {
  const reason = body.reason.trim()
  if (reason === '') throw fieldErrors([{ field: 'reason', message: '请写明核对的依据，或未通过的原因' }])
  const review = body.decision === 'pass' ? 'passed' : 'rejected'
  await transact(db, async (trx) => {
    const address = await lockAddress(trx, id)
    if (address === null) throw notFound('收货地址')
    if (address.is_licence) throw conflict('许可证地址随企业资质审核，不单独审核')
    if (body.changed_at !== address.changed_at.toISOString()) {
      throw conflict('该地址在您打开之后修改过，请刷新后再审核')
    }
    const note = review === 'rejected' ? reason : ''
    await updateAddress(trx, address.company_id, id, { review, review_reason: note, reviewed_at: now, reviewed_by: staff.name })
    const place = placeText(address)
    const entry = { before: { review: address.review, address: place }, after: { review, reason } }
    await writeAudit(trx, staff, { action: `address.${body.decision}`, subject: `address:${id}`, ...entry }, now)
    const title = review === 'passed' ? '收货地址已通过审核' : '收货地址未通过审核'
    const text = review === 'passed' ? `${place}：药品可以送到这里。` : `${place}：${reason}。修改后会重新审核。`
    await tell(
      trx,
      { companyId: address.company_id, kind: 'licence', title, text, url: '/addr', key: `address:${id}:${now.getTime()}` },
      now,
    )
  })
  return review
}
