import type { DataOf } from '#contract/call.ts'
import type { CompanyCheckWire, staffCompanyChecks } from '#contract/company-desk.ts'
import { certificateProblems, peopleProblems } from '#domain/certificates.ts'
import { beijingDate, daysBetween, type TradeDate } from '#domain/dates.ts'
import { statesDrugClasses } from '#domain/drug-classes.ts'
import { IDENTITY_KINDS, missingNeeds, needName, PAPER_FORMS } from '#domain/paper-kinds.ts'
import { PAPER_WARNING_DAYS } from '#domain/papers.ts'
import { CERTIFICATE } from '#domain/review.ts'
import { FREE_SCOPE, parseScopes } from '#domain/scopes.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { listAddresses } from '../../accounts/public.ts'
import { codeToCome, type Dossier, draftOf, readDossier, standsOn } from '../dossier.ts'
import type { CertificateRow } from '../store.ts'
import { goodsOfScopes, twinsOf } from './views.ts'

type Check = CompanyCheckWire

const PEOPLE: Readonly<Record<string, string>> = { purchaser_id: '采购委托书', receiver_id: '收货委托书' }

/** What can be said of one paper without looking at its picture. */
function paperChecks(row: CertificateRow, dossier: Dossier, today: TradeDate): Check[] {
  const { kind } = row
  const found: Check[] = []
  const say = (tone: Check['tone'], text: string) => found.push({ kind, text, tone })
  const draft = draftOf(row, dossier)
  const problems = certificateProblems(draft, codeToCome(dossier), today)
  for (const { message } of problems) say('bad', message)
  const isWrong = (field: string) => problems.some((one) => one.field === field)
  if (!isWrong('number') && IDENTITY_KINDS.includes(kind)) say('ok', '统一社会信用代码校验位正确，与企业资料一致')
  if (!isWrong('expires_on')) {
    const left = row.expires_on === null ? null : daysBetween(today, row.expires_on)
    if (left === null) say('ok', '长期有效')
    else say(left <= PAPER_WARNING_DAYS ? 'look' : 'ok', `有效期还剩 ${left} 天`)
  }
  if (row.scope_codes.length > 0 && !isWrong('scope_codes')) {
    const { unknown } = parseScopes(row.scope_text, statesDrugClasses(dossier.company.type))
    if (unknown.length > 0) say('look', `原文里有本站不经营的范围：${unknown.join('、')}`)
    else say('ok', '经营范围都在这种证照可载明之列')
  }
  say('ok', `${draft.pages} 页影像`)
  return found
}

function peopleChecks({ certificates, inForce }: Dossier): Check[] {
  const waiting = certificates.filter(({ status }) => status === CERTIFICATE.waiting)
  const holders = Object.fromEntries([...inForce, ...waiting].map(({ kind, holder }) => [kind, holder]))
  return Object.entries(PEOPLE).flatMap(([kind, mandate]): Check[] => {
    if (!waiting.some((row) => row.kind === kind)) return []
    const [wrong] = peopleProblems(holders).filter((message) => message.startsWith(PAPER_FORMS[kind as 'purchaser_id'].name))
    return [wrong ? { kind, text: wrong, tone: 'bad' } : { kind, text: `姓名与${mandate}一致`, tone: 'ok' }]
  })
}

async function companyChecks({ db }: DatabaseHandle, dossier: Dossier, today: TradeDate): Promise<Check[]> {
  const { company, certificates, inForce } = dossier
  const found: Check[] = []
  const say = (tone: Check['tone'], text: string) => found.push({ kind: '', text, tone })
  const { byCode, byPhone } = await twinsOf(db, { id: company.id, creditCode: company.credit_code ?? '', phone: company.phone })
  if (byCode.length > 0) say('bad', `统一社会信用代码与已有企业重复：${byCode.join('、')}`)
  else say('ok', '统一社会信用代码没有重复企业')
  if (byPhone.length > 0) say('look', `联系电话与其他企业相同：${byPhone.join('、')}`)
  const there = new Set<string>([
    ...inForce.filter((row) => standsOn(row, today)).map(({ kind }) => kind),
    ...certificates.filter(({ status }) => status === CERTIFICATE.waiting).map(({ kind }) => kind),
  ])
  const missing = missingNeeds(company.type, there)
  if (missing.length > 0) say('bad', `缺少必须的证照：${missing.map(needName).join('、')}`)
  else say('ok', `${company.type}必须的证照齐全`)
  const seat = `${company.province}${company.city}${company.district}${company.address}`
  for (const place of await listAddresses(db, company.id)) {
    const text = `${place.province}${place.city}${place.district}${place.detail}`
    if (!text.startsWith(seat)) say('look', `收货地址（${text}）与经营地址不同`)
  }
  return found
}

/** What a reviewer need not work out himself, and what the company could buy once its papers have passed. */
export async function checksOf(database: DatabaseHandle, companyId: number, now: Date): Promise<DataOf<typeof staffCompanyChecks>> {
  const dossier = await readDossier(database.db, companyId)
  const today = beijingDate(now)
  const waiting = dossier.certificates.filter(({ status }) => status === CERTIFICATE.waiting)
  const stated = [...waiting, ...dossier.inForce.filter((row) => !waiting.some(({ kind }) => kind === row.kind) && standsOn(row, today))]
  const scopes = await goodsOfScopes(database.db)
  return {
    list: [
      ...waiting.flatMap((row) => paperChecks(row, dossier, today)),
      ...peopleChecks(dossier),
      ...(await companyChecks(database, dossier, today)),
    ],
    buys: scopes.map((scope) => ({
      ...scope,
      papers: stated.filter((row) => row.scope_codes.includes(scope.code)).map(({ kind }) => kind),
      is_free: scope.code === FREE_SCOPE ? 1 : 0,
    })),
  }
}
