import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { addDays, beijingDate } from '#domain/dates.ts'
import type { Connection } from '../src/platform/database.ts'
import type { PaperRow } from './companies.ts'
import { idOf } from './write-catalogue.ts'

export interface CompanyPaper extends PaperRow {
  company_id: number
  /** Codes of 经营类别. */
  drug_classes: string[] | null
}
interface Shop {
  companies: ReadonlyMap<string, number>
  now: Date
}
interface Picture {
  content: Buffer
  preview: Buffer
}

const TONES: Readonly<Record<string, string>> = {
  business_licence: '#b8860b',
  drug_licence: '#0a7a56',
  clinic_licence: '#1f66b8',
  device_filing: '#1f66b8',
  device_licence: '#1f66b8',
  food_licence: '#8a5a1f',
}

/** A paper without words, so that no font is needed and nobody takes it for a real one: a frame, lines, a red seal. */
function paperSvg(tone: string): string {
  const lines = Array.from(
    { length: 9 },
    (_, at) => `<rect x="90" y="${300 + at * 62}" width="${at % 3 === 2 ? 380 : 620}" height="16" rx="8" fill="#cfd8d4"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1080"><rect width="800" height="1080" fill="#fdfcf7"/>
    <rect x="28" y="28" width="744" height="1024" fill="none" stroke="${tone}" stroke-width="10"/>
    <rect x="46" y="46" width="708" height="988" fill="none" stroke="${tone}" stroke-width="2"/>
    <circle cx="400" cy="130" r="38" fill="${tone}" opacity=".85"/><rect x="210" y="196" width="380" height="40" rx="8" fill="${tone}"/>
    ${lines.join('')}<g fill="none" stroke="#c8281e" stroke-width="10" opacity=".8"><circle cx="590" cy="890" r="96"/><circle cx="590" cy="890" r="20"/></g></svg>`
}

async function drawn(tone: string): Promise<Picture> {
  const source = sharp(Buffer.from(paperSvg(tone)))
  return {
    content: await source.clone().jpeg({ quality: 80 }).toBuffer(),
    preview: await source.clone().resize({ height: 320 }).webp({ quality: 75 }).toBuffer(),
  }
}

/** One drawing a tone, the same bytes for every company. */
const pictures = new Map<string, Promise<Picture>>()
function pictureOf(kind: string): Promise<Picture> {
  const tone = TONES[kind] ?? '#66716c'
  const picture = pictures.get(tone) ?? drawn(tone)
  pictures.set(tone, picture)
  return picture
}

/** The picture of a paper; answers its id. companyId null: the wholesaler's own. subject null: uploaded, and not handed in yet. */
export async function insertPicture(
  trx: Connection,
  paper: { kind: string; companyId: number | null; purpose: string; subject: string | null; name: string },
): Promise<number> {
  const { content, preview } = await pictureOf(paper.kind)
  const file = await trx
    .insertInto('stored_file')
    .values({
      company_id: paper.companyId,
      purpose: paper.purpose,
      subject: paper.subject,
      name: `${paper.name}.jpg`,
      mime: 'image/jpeg',
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.insertInto('stored_file_content').values({ file_id: file.id, content, preview }).execute()
  return file.id
}

async function insertPages(
  trx: Connection,
  versions: readonly { id: number; company_id: number; kind: string; name: string }[],
): Promise<void> {
  for (const { id, company_id: companyId, kind, name } of versions)
    await insertPicture(trx, { kind, companyId, purpose: 'certificate', subject: `certificate:${id}`, name })
}

/** Versions that stand beside those in force: a licence that was renewed, one that waits, one that came back. */
function others(papers: readonly CompanyPaper[], { companies, now }: Shop) {
  const today = beijingDate(now)
  const like = (code: string, kind: string) => {
    const paper = papers.find((one) => one.company_id === idOf(companies, code) && one.kind === kind)
    if (!paper) throw new Error(`the demo's ${code} has no ${kind}`)
    return { ...paper, reason: '', submitted_at: now, decided_at: null as Date | null }
  }
  const renewed = like('KH0001', 'drug_licence')
  const waiting = like('KH0003', 'drug_licence')
  const rejected = like('KH0004', 'quality_agreement')
  return [
    { ...renewed, status: 4, issued_on: addDays(renewed.issued_on, -1826), expires_on: addDays(renewed.issued_on, -1), decided_at: now },
    { ...waiting, status: 1, issued_on: addDays(today, -3), expires_on: addDays(today, 1822) },
    {
      ...rejected,
      status: 3,
      issued_on: addDays(today, -5),
      expires_on: addDays(today, 360),
      decided_at: now,
      reason: '第 2 页缺少贵司公章，请盖章后重新上传',
    },
  ]
}

/** Every paper with its pages; those of passed companies in force. */
export async function writeCertificates(trx: Connection, papers: readonly CompanyPaper[], shop: Shop): Promise<void> {
  const { now } = shop
  const standing = papers.map((paper) => ({ ...paper, reason: '', submitted_at: now, decided_at: paper.status === 2 ? now : null }))
  const all = [...others(papers, shop), ...standing]
  const rows = await trx
    .insertInto('certificate')
    .values(
      all.map(({ name: _, ...paper }) => ({
        ...paper,
        is_endless: paper.expires_on === null,
        created_at: now,
        decided_by: paper.decided_at === null ? '' : '系统管理员',
      })),
    )
    .returning(['id', 'company_id', 'kind', 'status'])
    .execute()
  const versions = rows.map((row, at) => ({ ...row, name: all[at]?.name ?? '' }))
  await insertPages(trx, versions)
  const inForce = new Map(
    versions.flatMap(({ id, company_id, kind, status }) => (status === 2 ? [[`${company_id}:${kind}`, id] as const] : [])),
  )
  await trx
    .insertInto('qualification')
    .values(
      papers
        .filter((paper) => paper.status === 2)
        .map(({ drug_classes: _, ...paper }) => ({ ...paper, certificate_id: inForce.get(`${paper.company_id}:${paper.kind}`) ?? null })),
    )
    .execute()
}
