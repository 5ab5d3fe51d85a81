import type { BodyOf, DataOf, ParamsOf, QueryOf } from '#contract/call.ts'
import { HELP_PATHS, PAGE_SIZE } from '#contract/constants.ts'
import type { StaffArticleRecordWire, StaffArticleWire, staffArticleCommand, staffArticleSave, staffArticles } from '#contract/content.ts'
import { yuan } from '#domain/money.ts'
import { DEFAULT_SHIPPING } from '#domain/shipping.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { readSettings } from '../../../platform/settings.ts'
import { transact } from '../../../platform/transact.ts'
import { type DeskRow, deskArticle, deskArticles, isAgreementPage, statesOfCodes } from './article-desk-views.ts'
import { draftProblems, tidied } from './article-rules.ts'
import {
  type ArticleTexts,
  articleOfCode,
  dropFooterLink,
  ensureSections,
  hideArticle,
  insertArticle,
  insertVersion,
  type KeptArticle,
  lockArticle,
  putFooterLink,
  showArticle,
  updateArticle,
  versionOf,
  versionsOf,
} from './article-store.ts'
import { moveListOn } from './front-store.ts'
import { blanksOf, isLegal, LEGAL_TEXTS, type ShopFacts } from './legal-texts.ts'
import { isFooterSection, SECTIONS, sectionOf } from './sections.ts'

const LEGAL_CODES = LEGAL_TEXTS.map(({ code }) => code)
const NEWS: Readonly<Record<string, string>> = { hy: 'hy', company: 'company', notice: 'company' }

/** Whoever has the footer open must not save over what an article put there. */
const FOOTER_LIST = 'links:help'

/** Its page in the shop. */
export function pageOf(section: string, code: string, id: number): string {
  const kind = NEWS[section]
  if (kind !== undefined) return `/news/info/${id}/${kind}`
  return code === '' ? `/news/info/${id}/help` : (HELP_PATHS[code] ?? `/help/topic/${code}`)
}

const articleWire = ({
  id,
  code,
  title,
  section,
  sectionName,
  status,
  version,
  shownVersion,
  savedBy,
  updatedAt,
}: DeskRow): StaffArticleWire => ({
  id,
  code,
  title,
  section: { code: section, name: sectionName },
  state: status,
  waiting: version > shownVersion ? 1 : 0,
  legal: isLegal(code) ? 1 : 0,
  version,
  url: pageOf(section, code, id),
  saved_by: savedBy,
  updated_at: updatedAt.toISOString(),
})

export async function articlesForStaff(
  { db }: DatabaseHandle,
  { keywords = '', section = '', state, page = 1, per_page = PAGE_SIZE }: NonNullable<QueryOf<typeof staffArticles>>,
): Promise<DataOf<typeof staffArticles>> {
  const filter = {
    words: keywords.trim(),
    section,
    state: state ?? ('' as const),
    legalCodes: LEGAL_CODES,
    offset: (page - 1) * per_page,
    limit: per_page,
  }
  const [{ rows, total }, known] = await Promise.all([deskArticles(db, filter), statesOfCodes(db, LEGAL_CODES)])
  return {
    list: rows.map(articleWire),
    total,
    page,
    per_page,
    sections: SECTIONS.map(({ code, name }) => ({ code, name })),
    missing: LEGAL_TEXTS.filter(({ code }) => !known.has(code)).map(({ code, title }) => ({ code, title })),
  }
}

async function recordOn(connection: Connection, id: number): Promise<StaffArticleRecordWire> {
  const row = await deskArticle(connection, id)
  const kept = await lockArticle(connection, id)
  if (row === null || kept === null) throw notFound('文章')
  const versions = await versionsOf(connection, id)
  const { title, summary, body, author } = versions[0] ?? kept
  return {
    article: articleWire(row),
    title,
    summary,
    body,
    author,
    versions: versions.map((one) => ({
      version: one.version,
      title: one.title,
      summary: one.summary,
      body: one.body,
      saved_at: one.savedAt.toISOString(),
      saved_by: one.savedBy,
      shown: row.status === 'published' && one.version === row.shownVersion ? 1 : 0,
    })),
    blanks: blanksOf(`${title}${summary}${body}`),
  }
}

export const articleForStaff = ({ db }: DatabaseHandle, id: number): Promise<StaffArticleRecordWire> =>
  transact(db, (trx) => recordOn(trx, id))

async function latestTexts(connection: Connection, kept: KeptArticle): Promise<ArticleTexts> {
  return (kept.version > 0 ? await versionOf(connection, kept.id, kept.version) : null) ?? kept
}

/** Saved as the next state. What a seed wrote becomes the first of them, so that it can be had again. */
async function saveNext(
  connection: Connection,
  kept: KeptArticle,
  place: { section: string; code: string },
  texts: ArticleTexts,
  by: string,
  now: Date,
) {
  if (kept.version === 0) {
    await insertVersion(connection, kept.id, 1, kept, '', kept.updatedAt)
    if (kept.status === 'published') await showArticle(connection, kept.id, 1, kept.updatedAt)
  }
  const version = Math.max(kept.version, 1) + 1
  await insertVersion(connection, kept.id, version, texts, by, now)
  await updateArticle(connection, kept.id, { ...place, version, texts: kept.status === 'draft' ? texts : null }, now)
}

export async function saveArticle(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { id, version, ...typed }: BodyOf<typeof staffArticleSave>,
  now: Date,
): Promise<StaffArticleRecordWire> {
  const draft = tidied(typed)
  const errors = draftProblems(draft)
  if (errors.length > 0) throw fieldErrors(errors)
  const { section, code, ...texts } = draft
  return transact(db, async (trx) => {
    await ensureSections(trx)
    const kept = id === 0 ? null : await lockArticle(trx, id)
    if (id !== 0 && kept === null) throw notFound('文章')
    if (kept !== null) await refuseAgreements(trx, kept)
    const former = kept && { ...(await latestTexts(trx, kept)), section: kept.section, code: kept.code }
    if (kept !== null && former !== null && kept.version !== version) {
      const theirs = {
        title: former.title,
        summary: former.summary,
        body: former.body,
        author: former.author,
        section: former.section,
        code: former.code,
      }
      throw changedMeanwhile(
        kept.version,
        Object.entries(theirs).map(([field, value]) => ({ field, theirs: value })),
      )
    }
    const owner = code === '' ? null : await articleOfCode(trx, code)
    if (owner !== null && owner !== id) throw fieldErrors([{ field: 'code', message: '已有文章用这个地址' }])
    if (kept !== null && kept.status === 'published' && kept.code !== code)
      throw fieldErrors([{ field: 'code', message: '已发布的文章不改地址：别处的链接会断' }])
    const saved = kept?.id ?? (await insertArticle(trx, section, code, texts, now))
    if (kept === null) await insertVersion(trx, saved, 1, texts, staff.name, now)
    else await saveNext(trx, kept, { section, code }, texts, staff.name, now)
    const before = former && { title: former.title, section: former.section, code: former.code, body: former.body }
    const after = { title: texts.title, section, code, body: texts.body }
    await writeAudit(trx, staff, { action: 'article.save', subject: `article:${saved}`, before, after }, now)
    return recordOn(trx, saved)
  })
}

async function refuseAgreements(connection: Connection, { code }: KeptArticle): Promise<void> {
  if (code !== '' && (await isAgreementPage(connection, code)))
    throw conflict('这是协议的页面：正文在“内容 → 协议”里按版本起草，由另一人批准')
}

type Command = ParamsOf<typeof staffArticleCommand>['command']

async function publish(connection: Connection, kept: KeptArticle, now: Date): Promise<void> {
  if (kept.version === 0) await insertVersion(connection, kept.id, 1, kept, '', kept.updatedAt)
  const version = Math.max(kept.version, 1)
  const texts = await versionOf(connection, kept.id, version)
  if (texts === null) throw notFound('文章')
  const blanks = blanksOf(`${texts.title}${texts.summary}${texts.body}`)
  if (blanks.length > 0) throw conflict(`还有 ${blanks.length} 处要填写，填好再发布：${blanks.slice(0, 5).join('、')}`)
  await showArticle(connection, kept.id, version, now)
  if (isFooterSection(kept.section) && kept.code !== '') {
    await putFooterLink(connection, {
      group: sectionOf(kept.section)?.name ?? '',
      name: texts.title,
      url: pageOf(kept.section, kept.code, kept.id),
    })
    await moveListOn(connection, FOOTER_LIST)
  }
}

export async function commandArticle(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { id, command }: { id: number; command: Command },
  { reason = '', restored, version }: BodyOf<typeof staffArticleCommand>,
  now: Date,
): Promise<StaffArticleRecordWire> {
  return transact(db, async (trx) => {
    const kept = await lockArticle(trx, id)
    if (kept === null) throw notFound('文章')
    await refuseAgreements(trx, kept)
    if (kept.version !== version) {
      const { title, body } = await latestTexts(trx, kept)
      throw changedMeanwhile(kept.version, [
        { field: 'title', theirs: title },
        { field: 'body', theirs: body },
      ])
    }
    if (command === 'publish') {
      if (kept.status === 'published' && kept.version === kept.shownVersion) throw conflict('显示的已经是最新的版本')
      await publish(trx, kept, now)
    } else if (command === 'withdraw') {
      if (reason.trim().length < 2) throw fieldErrors([{ field: 'reason', message: '请写明理由（至少 2 个字）' }])
      if (kept.status !== 'published') throw conflict('这篇文章没有发布')
      await hideArticle(trx, id)
      if (kept.code !== '') {
        await dropFooterLink(trx, pageOf(kept.section, kept.code, id))
        await moveListOn(trx, FOOTER_LIST)
      }
    } else {
      const former = restored === undefined ? null : await versionOf(trx, id, restored)
      if (former === null) throw fieldErrors([{ field: 'restored', message: '没有这个版本' }])
      await ensureSections(trx)
      await saveNext(trx, kept, kept, former, staff.name, now)
    }
    const before = { status: kept.status, version: kept.version, shown: kept.shownVersion }
    const next = await lockArticle(trx, id)
    const after = {
      status: next?.status,
      version: next?.version,
      shown: next?.shownVersion,
      ...(restored && { restored }),
      ...(reason && { reason }),
    }
    await writeAudit(trx, staff, { action: `article.${command}`, subject: `article:${id}`, before, after }, now)
    return recordOn(trx, id)
  })
}

export async function factsOf(connection: Connection): Promise<ShopFacts> {
  const said = await readSettings(connection, ['company_name', 'supplier', 'hot_line', 'service_hours', 'licences', 'shipping'])
  return {
    company: said.supplier?.name || said.company_name || '',
    phone: said.hot_line || said.supplier?.phone || '',
    hours: (said.service_hours ?? []).join('，'),
    address: said.supplier?.address ?? '',
    licences: said.licences ?? [],
    freeFrom: String(said.shipping?.free_from ?? yuan(DEFAULT_SHIPPING.freeFrom)),
    fee: String(said.shipping?.fee ?? yuan(DEFAULT_SHIPPING.fee)),
  }
}

/** Drafts of what nobody began. A second press makes nothing twice. */
export async function prepareLegalTexts({ db }: DatabaseHandle, staff: StaffActor, now: Date): Promise<string[]> {
  return transact(db, async (trx) => {
    await ensureSections(trx)
    const known = await statesOfCodes(trx, LEGAL_CODES)
    const facts = await factsOf(trx)
    const missing = LEGAL_TEXTS.filter(({ code }) => !known.has(code))
    for (const { code, section, title, summary, draft } of missing) {
      const texts = { title, summary, body: draft(facts), author: '' }
      const id = await insertArticle(trx, section, code, texts, now)
      await insertVersion(trx, id, 1, texts, staff.name, now)
    }
    const titles = missing.map(({ title }) => title)
    if (titles.length > 0)
      await writeAudit(
        trx,
        staff,
        { action: 'article.prepare', subject: 'article:legal', before: null, after: { titles: titles.join('、') } },
        now,
      )
    return titles
  })
}
