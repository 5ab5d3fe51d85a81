import { staffAgreementPublish } from '#contract/agreements.ts'
import { beijingDate, beijingMinute } from '#domain/dates.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import { auditCall } from '../../../platform/audit-call.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict, fieldErrors } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { blanksOf, isFooterSection, putFooterLink, sectionOf } from '../../goods/content/public.ts'
import type { Deed, Weighed } from '../approvals/public.ts'
import { agreementUrl } from './accepting.ts'
import { type AgreementRow, setApproved, type VersionRow } from './agreement-store.ts'
import { companiesAsked } from './agreement-views.ts'
import { agreementOf, blockProblem, draftOf, hashOfText, lockedAgreement, requireSaved, saidOf, sectionOfCode } from './desk.ts'

/** A version comes in force when another person has approved it, or at the time that it names. */

interface Publishable {
  agreement: AgreementRow
  draft: VersionRow
  former: VersionRow | undefined
  inForceAt: Date
}

async function publishable(trx: Connection, id: number, version: number, now: Date): Promise<Publishable> {
  const { agreement, versions } = await lockedAgreement(trx, id)
  const draft = draftOf(versions)
  requireSaved(draft, version)
  if (draft === undefined) throw conflict('还没有起草，请先保存草稿')
  const blanks = blanksOf(draft.body)
  if (blanks.length > 0) throw conflict(`还有 ${blanks.length} 处要填写，填好再送审：${blanks.slice(0, 5).join('、')}`)
  // What was asked for long enough ago comes in force at once; nobody is asked before it is.
  const inForceAt = draft.plannedAt !== null && draft.plannedAt > now ? draft.plannedAt : now
  const late = blockProblem(draft.blocksOn, inForceAt)
  if (late !== null) throw fieldErrors([{ field: 'blocks_on', message: late }])
  const approved = versions.filter(({ approvedAt, withdrawnAt }) => approvedAt !== null && withdrawnAt === null)
  const later = approved.find((one) => one.inForceAt !== null && one.inForceAt > inForceAt)
  if (later?.inForceAt)
    throw conflict(`第 ${later.number} 版定于 ${beijingMinute(later.inForceAt)} 生效：请先撤回它，或把这一版的生效时间定在它之后`)
  return { agreement, draft, former: approved[0], inForceAt }
}

const paragraphs = (body: string): Set<string> => new Set(body.split('\n').filter((line) => line.trim() !== ''))

function textChange(before: string | undefined, after: string): string {
  const fresh = paragraphs(after)
  if (before === undefined) return `${fresh.size} 段，${after.length} 字`
  const old = paragraphs(before)
  const added = [...fresh].filter((line) => !old.has(line)).length
  return `新写 ${added} 段，去掉 ${[...old].filter((line) => !fresh.has(line)).length} 段，共 ${fresh.size} 段`
}

async function weigh(trx: Connection, id: number, version: number, reason: string | undefined, now: Date): Promise<Weighed> {
  const { agreement, draft, former } = await publishable(trx, id, version, now)
  const { plannedAt, demanded, blocksOn, changes, atRegistration, body, number } = draft
  const asked = demanded ? await companiesAsked(trx) : 0
  return {
    subject: `agreement:${id}`,
    title: `《${agreement.title}》第 ${number} 版${plannedAt === null ? '，批准后就生效' : `，${beijingMinute(plannedAt)} 生效`}`,
    changes: [
      { name: '版本', before: former ? `第 ${former.number} 版` : '没有', after: `第 ${number} 版` },
      { name: '正文', before: former ? `${former.body.length} 字` : '', after: textChange(former?.body, body) },
      { name: '改了什么', before: '', after: changes || '没有写' },
      { name: '生效', before: '', after: plannedAt === null ? '批准后就生效' : beijingMinute(plannedAt) },
      { name: '现有企业', before: '', after: demanded ? `${asked.toLocaleString('zh-CN')} 家要同意` : '不要求' },
      { name: '未同意不能下单', before: '', after: blocksOn === null ? '不限制' : `${blocksOn} 起` },
      { name: '注册时同意', before: '', after: atRegistration ? '要' : '不要' },
      { name: '正文摘要（SHA-256）', before: former?.sha256?.toString('hex') ?? '', after: hashOfText(body).toString('hex') },
    ],
    stands: JSON.stringify([draft.id, draft.version]),
    reason: reason?.trim() || '发布协议版本',
  }
}

async function approve(trx: Connection, staff: StaffActor, id: number, version: number, now: Date): Promise<void> {
  const { agreement, draft, inForceAt } = await publishable(trx, id, version, now)
  const approvedBy = auditCall()?.approval?.approved ?? `${staff.name}（应急）`
  const sha256 = hashOfText(draft.body)
  await setApproved(trx, draft.id, { askedBy: staff.name, approvedBy, inForceAt, sha256 }, now)
  const section = sectionOfCode(agreement.code)
  // A page that is not there yet has no link; whoever sets a time puts it into the footer by hand.
  if (inForceAt <= now && isFooterSection(section))
    await putFooterLink(trx, { group: sectionOf(section)?.name ?? '', name: agreement.title, url: agreementUrl(agreement.code) })
  const after = { number: draft.number, ...saidOf(draft), in_force_at: beijingMinute(inForceAt), sha256: sha256.toString('hex') }
  await writeAudit(trx, staff, { action: 'agreement.publish', subject: `agreement:${id}`, before: null, after }, now)
}

export const agreementPublishDeed: Deed<typeof staffAgreementPublish> = {
  call: staffAgreementPublish,
  kind: 'agreement.publish',
  weigh: ({ database, params: { id }, body, now }) => transact(database.db, (trx) => weigh(trx, id, body.version, body.reason, now)),
  run: async ({ database, doer, params: { id }, body, now }) => {
    await transact(database.db, (trx) => approve(trx, doer, id, body.version, now))
    return agreementOf(database.db, id, doer.accountId, now)
  },
  said: ({ number, in_force_at: at }) =>
    number !== null && at !== null ? `第 ${number} 版自 ${beijingDate(new Date(at))} 起生效` : '已排好',
}
