import type { BodyOf } from '#contract/call.ts'
import type { staffSupplierPaper } from '#contract/upstream.ts'
import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { isTradeDate } from '#domain/identifiers.ts'
import { upstreamPaper } from '#domain/upstream.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { type FieldError, fieldErrors } from '../../../platform/errors.ts'
import { paperProblems } from '../../../platform/paper-fields.ts'
import { claimFiles } from '../../who/files/public.ts'
import { auditSubject, paperSubject } from './course.ts'
import { isGoods, type NewPaper, putPaper, type Subject } from './course-store.ts'

type Body = BodyOf<typeof staffSupplierPaper>

/** As it will be kept; throws field errors, each with its field. */
function paperFrom(body: Body, ofGoods: boolean, today: TradeDate): NewPaper {
  const form = upstreamPaper(body.kind, ofGoods)
  if (form === null) throw fieldErrors([{ field: 'kind', message: '没有这种资料' }])
  const holder = body.holder?.trim() ?? ''
  const number = body.number?.trim() ?? ''
  const typed = body.expires_on?.trim() ?? ''
  const faults: FieldError[] = paperProblems({ holder, number })
  if (form.named && holder === '') faults.push({ field: 'holder', message: '请填写姓名' })
  if (typed !== '' && !isTradeDate(typed)) faults.push({ field: 'expires_on', message: '有效期不是有效的日期' })
  else if (typed !== '' && typed < today) faults.push({ field: 'expires_on', message: '已经过期，不能登记' })
  else if (typed === '' && !form.mayBeEndless) faults.push({ field: 'expires_on', message: `${form.name}须填写有效期` })
  else if (typed === '' && body.is_endless !== 1) faults.push({ field: 'expires_on', message: '请填写有效期，或选择长期有效' })
  if (faults.length > 0) throw fieldErrors(faults)
  return { kind: body.kind, holder: form.named ? holder : '', number, expiresOn: typed === '' ? null : typed }
}

/** In the transaction that holds its supplier or goods. */
export async function filePaper(trx: Connection, staff: StaffActor, of: Subject, body: Body, now: Date): Promise<void> {
  const ofGoods = isGoods(of)
  const paper = paperFrom(body, ofGoods, beijingDate(now))
  const id = await putPaper(trx, of, paper, staff.name, now)
  await claimFiles(trx, { companyId: null, ids: body.file_ids, purpose: 'upstream_paper', subject: paperSubject(id), field: 'file_ids' })
  const name = upstreamPaper(paper.kind, ofGoods)?.name
  const after = { paper: name, holder: paper.holder, number: paper.number, expires_on: paper.expiresOn, files: body.file_ids.length }
  const action = ofGoods ? ('first_goods.paper' as const) : ('supplier.paper' as const)
  await writeAudit(trx, staff, { action, subject: auditSubject(of), before: null, after }, now)
}
