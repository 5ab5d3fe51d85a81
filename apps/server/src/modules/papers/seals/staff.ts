import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import type { SealWire, staffCertificate, staffSealList, staffSealRegister } from '#contract/seals.ts'
import { beijingDate } from '#domain/dates.ts'
import { SEAL_NAMES } from '#domain/documents.ts'
import { folded } from '#domain/folding.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { tell } from '../../talking/messages/public.ts'
import { type CertificateFacts, certificateAlarm, readSupplier, unstampedCount } from '../documents/public.ts'
import { reviseSamples } from './samples.ts'
import { claimPicture, sealsWire } from './service.ts'
import { insertSeal, lockOwner, lockSeal, sealPage, setSealFiles, setSealState, stopOthers } from './store.ts'
import { certificateWire } from './wire.ts'

const PER_PAGE = 20

export async function sealsForStaff(
  { db }: DatabaseHandle,
  query: QueryOf<typeof staffSealList>,
  now: Date,
): Promise<DataOf<typeof staffSealList>> {
  const rows = await sealPage(db, { state: (query.state ?? '') as '', own: query.own === 1, before: query.before ?? null, limit: PER_PAGE })
  const wires = await sealsWire(db, rows, beijingDate(now))
  return {
    list: wires.map((wire, at) => ({ ...wire, company_id: rows[at]?.companyId ?? null, company: rows[at]?.company ?? '' })),
    next: rows.length < PER_PAGE ? null : (rows.at(-1)?.id ?? null),
  }
}

type Decision = { state: 'in_force' } | { state: 'refused' | 'stopped'; reason: string }
const NEWS: Readonly<Record<Decision['state'], string>> = {
  in_force: '电子印章已启用',
  refused: '电子印章申请被退回',
  stopped: '电子印章已停用',
}

/** Staff's word on a seal: the application passed or sent back, a seal in force stopped at once. */
export async function decideSeal(
  database: DatabaseHandle,
  staff: StaffActor,
  id: number,
  decision: Decision,
  now: Date,
): Promise<{ state: SealWire['state'] }> {
  return transact(database.db, async (trx) => {
    const found = await lockSeal(trx, id)
    if (found === null) throw notFound('印章')
    if (decision.state === 'stopped' ? found.state !== 'in_force' : found.state !== 'applied')
      throw conflict(decision.state === 'stopped' ? '这枚印章没有在使用' : '这份申请已经处理过')
    const reason = 'reason' in decision ? decision.reason : ''
    if (decision.state === 'in_force') {
      const { companyId, purpose } = found
      await stopOthers(trx, { companyId, purpose, by: staff.name, reason: '由新印章替代' }, now)
    }
    await setSealState(trx, id, { state: decision.state, reason, by: staff.name }, now)
    const name = SEAL_NAMES[found.purpose]
    if (found.companyId !== null) {
      const text = decision.state === 'in_force' ? `${name}已可用于签署协议。` : `${name}：${reason}`
      const news = { companyId: found.companyId, kind: 'system' as const, title: NEWS[decision.state], text, url: '/dzqz' }
      await tell(trx, { ...news, key: `seal:${id}:${decision.state}` }, now)
    } else await reviseSamples(trx, `${name}停用`, staff.name, now)
    const after = { state: decision.state, reason }
    await writeAudit(trx, staff, { action: `seal.${decision.state}`, subject: `seal:${id}`, before: { state: found.state }, after }, now)
    return { state: decision.state }
  })
}

/** The wholesaler's own seal: in force at once, and the specimens are made anew. */
export async function registerSeal(
  database: DatabaseHandle,
  staff: StaffActor,
  body: BodyOf<typeof staffSealRegister>,
  now: Date,
): Promise<{ id: number }> {
  const today = beijingDate(now)
  const validUntil = body.valid_until || null
  if (validUntil !== null && validUntil < today) throw fieldErrors([{ field: 'valid_until', message: '有效期不能早于今天' }])
  return transact(database.db, async (trx) => {
    await lockOwner(trx, null)
    const { purpose } = body
    // It stands on every paper from now on: nobody puts another company's seal there.
    const { name: supplier } = await readSupplier(trx)
    if (supplier !== '' && folded(body.name) !== folded(supplier))
      throw fieldErrors([{ field: 'name', message: `印章上的名称应为本公司名称“${supplier}”` }])
    const before = await stopOthers(trx, { companyId: null, purpose, by: staff.name, reason: '由新印章替代' }, now)
    const seal = {
      companyId: null,
      purpose,
      name: body.name.trim(),
      number: body.number ?? '',
      legalPerson: '',
      validFrom: today,
      validUntil,
      state: 'in_force' as const,
      by: staff.name,
      applicantId: staff.accountId,
    }
    const id = await insertSeal(trx, seal, now)
    const pictureId = await claimPicture(trx, { id, companyId: null }, body.picture_ids ?? [], now)
    await setSealFiles(trx, id, { pictureId, authorityId: null })
    await reviseSamples(trx, `${SEAL_NAMES[purpose]}更新`, staff.name, now)
    const after = { purpose, name: seal.name, number: seal.number, picture: pictureId !== null }
    await writeAudit(
      trx,
      staff,
      { action: 'seal.register', subject: `seal:${id}`, before: before === null ? null : { seal: before }, after },
      now,
    )
    return { id }
  })
}

export async function certificateForStaff(
  { db }: DatabaseHandle,
  facts: CertificateFacts | null,
  now: Date,
): Promise<DataOf<typeof staffCertificate>> {
  return {
    certificate: facts === null ? null : certificateWire(facts, now),
    alarm: certificateAlarm(facts, now),
    unstamped: await unstampedCount(db),
  }
}
