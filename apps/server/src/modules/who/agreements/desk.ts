import { createHash } from 'node:crypto'
import type {
  AgreementState,
  StaffAgreementWire,
  staffAgreementAdd,
  staffAgreementCompanies,
  staffAgreementSave,
  staffAgreements,
} from '#contract/agreements.ts'
import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import { beijingDate, beijingMinute, momentOf } from '#domain/dates.ts'
import { hiddenIn } from '#domain/paper-text.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import {
  AGREEMENT_TEXTS,
  ARTICLE_CODE,
  articleOfCode,
  blanksOf,
  bodyOf,
  bodyProblem,
  insertAgreementPage,
  shopFacts,
} from '../../goods/content/public.ts'
import { AGREEMENT_SECTION, agreementUrl } from './accepting.ts'
import {
  type AgreementDraft,
  type AgreementRow,
  agreementCodes,
  insertAgreement,
  insertDraft,
  lockAgreement,
  setWithdrawn,
  type VersionRow,
  versionsOf,
  writeDraft,
} from './agreement-store.ts'
import { agreementHead, agreementPage, companyPage, countsOf, type HeadRow, waitingRequest } from './agreement-views.ts'

/** Agreements as those who write them keep them: one draft at a time; what another person approved stays as it is. */

type Database = Pick<DatabaseHandle, 'db'>

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

const headWire = (row: HeadRow) => ({
  id: row.id,
  code: row.code,
  title: row.title,
  url: agreementUrl(row.code),
  number: row.number,
  in_force_at: instant(row.inForceAt),
  next_number: row.nextNumber,
  next_state:
    row.nextNumber === null ? null : row.nextApproved ? ('coming' as const) : row.isWaiting ? ('waiting' as const) : ('draft' as const),
  next_at: instant(row.nextAt),
  accepted: row.accepted,
})

const draftWire = ({ body, changes, plannedAt, atRegistration, demanded, blocksOn }: AgreementDraft) => ({
  body,
  changes,
  planned_at: plannedAt?.toISOString() ?? '',
  at_registration: atRegistration ? 1 : 0,
  demanded: demanded ? 1 : 0,
  blocks_on: blocksOn ?? '',
})

function stateOf({ withdrawnAt, inForceAt, number }: VersionRow, inForce: number | null, now: Date): AgreementState {
  if (withdrawnAt !== null) return 'withdrawn'
  if (inForceAt !== null && inForceAt > now) return 'coming'
  return number === inForce ? 'in_force' : 'replaced'
}

export const draftOf = (versions: readonly VersionRow[]): VersionRow | undefined => versions.find(({ approvedAt }) => approvedAt === null)
/** What the next version begins from: the newest text that was not taken back. */
const former = (versions: readonly VersionRow[]): VersionRow | undefined =>
  versions.find(({ approvedAt, withdrawnAt }) => approvedAt !== null && withdrawnAt === null)
const nextNumber = (versions: readonly VersionRow[]): number => (versions[0]?.number ?? 0) + 1
const EMPTY: AgreementDraft = { body: '', changes: '', plannedAt: null, atRegistration: true, demanded: false, blocksOn: null }

export async function agreementOf(connection: Connection, id: number, viewer: number, now: Date): Promise<StaffAgreementWire> {
  const head = await agreementHead(connection, id, now)
  if (head === null) throw notFound('协议')
  const versions = await versionsOf(connection, id)
  const [request, counts] = [await waitingRequest(connection, id, now), await countsOf(connection, id)]
  const draft = draftOf(versions)
  const begun = draft ?? { ...EMPTY, ...(former(versions) && { body: former(versions)?.body ?? '' }) }
  return {
    ...headWire(head),
    draft: draftWire(begun),
    draft_number: draft?.number ?? nextNumber(versions),
    version: draft?.version ?? 0,
    saved_by: draft?.savedBy ?? '',
    saved_at: instant(draft?.savedAt ?? null),
    request: request && {
      id: request.id,
      asked_by: request.askedBy,
      asked_at: new Date(request.askedAt).toISOString(),
      mine: request.asker === viewer ? 1 : 0,
    },
    blanks: blanksOf(begun.body),
    versions: versions.flatMap((row) =>
      row.approvedAt === null || row.inForceAt === null || row.sha256 === null
        ? []
        : [
            {
              id: row.id,
              number: row.number,
              state: stateOf(row, head.number, now),
              ...draftWire(row),
              sha256: row.sha256.toString('hex'),
              asked_by: row.askedBy,
              approved_by: row.approvedBy,
              approved_at: row.approvedAt.toISOString(),
              in_force_at: row.inForceAt.toISOString(),
              withdrawn_by: row.withdrawnBy,
              withdrawn_reason: row.withdrawnReason,
              accepted: counts.get(row.id) ?? 0,
            },
          ],
    ),
  }
}

export async function agreementsPage(
  { db }: Database,
  { keywords = '', page = 1, per_page: perPage = PAGE_SIZE }: QueryOf<typeof staffAgreements>,
  now: Date,
): Promise<DataOf<typeof staffAgreements>> {
  const [{ rows, total }, codes] = await Promise.all([agreementPage(db, keywords.trim(), { page, perPage }, now), agreementCodes(db)])
  const missing = AGREEMENT_TEXTS.filter(({ code }) => !codes.has(code)).map(({ title }) => title)
  return { list: rows.map(headWire), total, page, per_page: perPage, missing }
}

export async function agreementCompanies(
  { db }: Database,
  query: QueryOf<typeof staffAgreementCompanies>,
  now: Date,
): Promise<DataOf<typeof staffAgreementCompanies>> {
  const { agreement = null, state = null, keywords = '', page = 1, per_page: perPage = PAGE_SIZE } = query
  const { rows, total } = await companyPage(db, { agreement, state, keywords: keywords.trim() }, { page, perPage }, now)
  const list = rows.map(({ inForce, at, sha256, ...row }) => ({
    ...row,
    in_force: inForce,
    at: instant(at),
    sha256: sha256?.toString('hex') ?? '',
  }))
  return { list, total, page, per_page: perPage }
}

const taken = (message: string) => fieldErrors([{ field: 'code', message }])

/** The agreement and its page; its first version is still to be written. */
async function makeAgreement(trx: Connection, staff: StaffActor, code: string, title: string, now: Date): Promise<number> {
  const id = await insertAgreement(trx, code, title)
  if (id === null || (await articleOfCode(trx, code)) !== null) throw taken('已有协议或文章用这个地址')
  await insertAgreementPage(trx, sectionOfCode(code), code, title, now)
  await writeAudit(trx, staff, { action: 'agreement.add', subject: `agreement:${id}`, before: null, after: { title, code } }, now)
  return id
}
export const sectionOfCode = (code: string): string => AGREEMENT_TEXTS.find((one) => one.code === code)?.section ?? AGREEMENT_SECTION

export async function addAgreement(
  { db }: Database,
  staff: StaffActor,
  typed: BodyOf<typeof staffAgreementAdd>,
  now: Date,
): Promise<StaffAgreementWire> {
  const [code, title] = [typed.code.trim(), typed.title.trim().replace(/\s+/g, ' ')]
  const errors: FieldError[] = []
  if (title === '') errors.push({ field: 'title', message: '请填写协议名称' })
  const hidden = hiddenIn(title)
  if (hidden !== null) errors.push({ field: 'title', message: hidden })
  if (!ARTICLE_CODE.test(code)) errors.push({ field: 'code', message: '地址以小写字母开头，只用小写字母、数字、- 和 _' })
  if (errors.length > 0) throw fieldErrors(errors)
  return transact(db, async (trx) => agreementOf(trx, await makeAgreement(trx, staff, code, title, now), staff.accountId ?? 0, now))
}

/** Drafts of what nobody began, with the shop's own name in them. A second press makes nothing twice. */
export async function prepareAgreements({ db }: Database, staff: StaffActor, now: Date): Promise<string[]> {
  return transact(db, async (trx) => {
    const [codes, facts] = [await agreementCodes(trx), await shopFacts(trx)]
    const missing = AGREEMENT_TEXTS.filter(({ code }) => !codes.has(code))
    for (const { code, title, draft } of missing) {
      const id = await makeAgreement(trx, staff, code, title, now)
      await insertDraft(trx, id, 1, { ...EMPTY, body: draft(facts) }, staff.name, now)
      await writeAudit(trx, staff, { action: 'agreement.prepare', subject: `agreement:${id}`, before: null, after: { title } }, now)
    }
    return missing.map(({ title }) => title)
  })
}

/** The day from which companies are stopped comes after the one on which the text comes in force: nobody is stopped without notice. */
export function blockProblem(blocksOn: string | null, inForceAt: Date): string | null {
  if (blocksOn === null || blocksOn > beijingDate(inForceAt)) return null
  return `至少给企业一天：须晚于生效当天（${beijingDate(inForceAt)}）`
}

function readDraft(typed: Omit<BodyOf<typeof staffAgreementSave>, 'version'>, number: number, now: Date): AgreementDraft {
  const errors: FieldError[] = []
  const say = (field: string, message: string | null): void => void (message !== null && errors.push({ field, message }))
  const body = bodyOf(typed.body)
  const changes = bodyOf(typed.changes)
  say('body', bodyProblem(body))
  say('changes', hiddenIn(changes))
  const demanded = typed.demanded === 1
  if (number > 1 && demanded && changes.length < 4) say('changes', '请写明这一版改了什么（买家会看到）')
  const plannedAt = typed.planned_at === '' ? null : momentOf(typed.planned_at)
  if (typed.planned_at !== '' && plannedAt === null) say('planned_at', '生效时间不对')
  else if (plannedAt !== null && plannedAt <= now) say('planned_at', '生效时间已经过去')
  const blocksOn = typed.blocks_on === '' ? null : typed.blocks_on
  if (blocksOn !== null && !demanded) say('blocks_on', '先选“要求现有企业同意”')
  else if (blocksOn !== null && momentOf(`${blocksOn}T00:00:00+08:00`) === null) say('blocks_on', '日期不对')
  else say('blocks_on', blockProblem(blocksOn, plannedAt ?? now))
  if (errors.length > 0) throw fieldErrors(errors)
  return { body, changes, plannedAt, atRegistration: typed.at_registration === 1, demanded, blocksOn }
}

/** As people read it, in the record of what was done. */
export const saidOf = ({ body, changes, plannedAt, atRegistration, demanded, blocksOn }: AgreementDraft) => ({
  body,
  changes,
  planned_at: plannedAt === null ? '批准后就生效' : beijingMinute(plannedAt),
  at_registration: atRegistration ? '是' : '否',
  demanded: demanded ? '是' : '否',
  blocks_on: blocksOn ?? '不限制下单',
})

export async function lockedAgreement(trx: Connection, id: number): Promise<{ agreement: AgreementRow; versions: VersionRow[] }> {
  const agreement = await lockAgreement(trx, id)
  if (agreement === null) throw notFound('协议')
  return { agreement, versions: await versionsOf(trx, id) }
}

export function requireSaved(draft: VersionRow | undefined, version: number): void {
  if ((draft?.version ?? 0) === version) return
  const said = draft ? saidOf(draft) : { body: '草稿已不在：已由他人送审批准，或刚刚发布' }
  throw changedMeanwhile(
    draft?.version ?? 0,
    Object.entries(said).map(([field, theirs]) => ({ field, theirs })),
  )
}

export async function saveAgreement(
  { db }: Database,
  staff: StaffActor,
  id: number,
  { version, ...typed }: BodyOf<typeof staffAgreementSave>,
  now: Date,
): Promise<StaffAgreementWire> {
  return transact(db, async (trx) => {
    const { versions } = await lockedAgreement(trx, id)
    const kept = draftOf(versions)
    requireSaved(kept, version)
    const waits = await waitingRequest(trx, id, now)
    if (waits !== null) throw conflict(`已由 ${waits.askedBy} 送审，等待批准；要修改，请先撤回送审`)
    const number = kept?.number ?? nextNumber(versions)
    const draft = readDraft(typed, number, now)
    if (kept === undefined) await insertDraft(trx, id, number, draft, staff.name, now)
    else await writeDraft(trx, kept.id, draft, staff.name, now)
    const before = kept === undefined ? null : { number, ...saidOf(kept) }
    await writeAudit(trx, staff, { action: 'agreement.save', subject: `agreement:${id}`, before, after: { number, ...saidOf(draft) } }, now)
    return agreementOf(trx, id, staff.accountId ?? 0, now)
  })
}

export async function withdrawVersion(
  { db }: Database,
  staff: StaffActor,
  id: number,
  { number, reason }: { number: number; reason: string },
  now: Date,
): Promise<StaffAgreementWire> {
  return transact(db, async (trx) => {
    const { versions } = await lockedAgreement(trx, id)
    const row = versions.find((one) => one.number === number && one.approvedAt !== null)
    if (row === undefined) throw notFound('协议版本')
    if (row.withdrawnAt !== null) throw conflict('这一版已经撤回')
    if (row.inForceAt === null || row.inForceAt <= now) throw conflict('已经生效的版本不能撤回：请起草下一版，由它取代')
    await setWithdrawn(trx, row.id, staff.name, reason.trim(), now)
    const before = { number, in_force_at: beijingMinute(row.inForceAt) }
    await writeAudit(
      trx,
      staff,
      { action: 'agreement.withdraw', subject: `agreement:${id}`, before, after: { number, reason: reason.trim() } },
      now,
    )
    return agreementOf(trx, id, staff.accountId ?? 0, now)
  })
}

export const hashOfText = (body: string): Buffer => createHash('sha256').update(body, 'utf8').digest()
