import type { DataOf, QueryOf } from '#contract/call.ts'
import type { goodsFiles, supplierData } from '#contract/firsttrade.ts'
import { beijingDate } from '#domain/dates.ts'
import { PAPER_FORMS } from '#domain/paper-kinds.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { type FileAnswer, fileAnswer } from '../../../platform/http.ts'
import { workbookBytes } from '../../../platform/workbook.ts'
import { filesOf, readPreview } from '../../who/files/public.ts'
import { documentsOf, documentWire, lateZip, readSupplier, storedEntry } from '../documents/public.ts'
import { endOf } from './drawings.ts'
import { paperData } from './intake.ts'
import { copySubject, packView, packWire, packWireOf, subjectsOf, viewOf } from './pack.ts'
import { fileSubject, isShown, papersOfGoods, partyOf, seenBy } from './store.ts'
import { goodsWithPapers, ownFiles, packsTaken } from './views.ts'

const GOODS = 20

/** The wholesaler's data and papers, each with this buyer's copy where there is one. */
export async function supplierDataOf({ db }: DatabaseHandle, companyId: number, now: Date): Promise<DataOf<typeof supplierData>> {
  const party = await partyOf(db, companyId)
  if (party === null) throw notFound('企业')
  const of = { companyId, goodsId: null }
  const [supplier, seen, view] = await Promise.all([readSupplier(db), seenBy(db, companyId), packView(db, of, party.name)])
  const files = await filesOf(
    db,
    view.papers.map(({ id }) => fileSubject(id)),
  )
  const today = beijingDate(now)
  return {
    supplier: {
      name: supplier.name,
      licence: supplier.licence,
      tax_no: supplier.taxNo,
      address: supplier.address,
      phone: supplier.phone,
      bank: supplier.bank,
      account: supplier.account,
    },
    papers: view.papers.map((paper) => {
      const copy = view.newest.get(copySubject(paper.series, companyId))
      return {
        ...paperData(paper, today),
        since: beijingDate(paper.createdAt),
        is_new: seen.has(paper.id) ? 0 : 1,
        pictures: (files.get(fileSubject(paper.id)) ?? []).map((file) => ({
          url: file.hasPreview ? `/api/first_trade/picture/${file.id}` : '',
          name: file.name,
        })),
        copy: copy && copy.state !== 'withdrawn' ? documentWire(copy) : null,
      }
    }),
    pack: await packWire(db, view, of, party),
  }
}

/** A small picture of a paper that is in force; the whole of it is given as a copy only. */
export async function pictureOf({ db }: DatabaseHandle, fileId: number): Promise<FileAnswer> {
  const file = (await isShown(db, fileId)) ? await readPreview(db, fileId, null, 'trade_paper') : null
  if (file === null) throw notFound('图片')
  return fileAnswer(`${fileId}.webp`, 'image/webp', file.bytes, 'inline')
}

export async function goodsFilesOf(
  { db }: DatabaseHandle,
  companyId: number,
  query: QueryOf<typeof goodsFiles>,
  now: Date,
): Promise<DataOf<typeof goodsFiles>> {
  const party = await partyOf(db, companyId)
  if (party === null) throw notFound('企业')
  const filter = { keywords: query.keywords?.trim() ?? '', goodsId: query.goods_id ?? null, companyId }
  const rows = await goodsWithPapers(db, filter, GOODS)
  const today = beijingDate(now)
  const papers = Map.groupBy(
    await papersOfGoods(
      db,
      rows.map(({ id }) => id),
    ),
    ({ goodsId }) => goodsId,
  )
  const packs = rows.map((goods) => ({ goods, of: { companyId, goodsId: goods.id }, papers: papers.get(goods.id) ?? [] }))
  const documents = await documentsOf(
    db,
    packs.flatMap((one) => subjectsOf(one.of, one.papers)),
  )
  const views = packs.map((one) => ({ ...one, view: viewOf(one.of, one.papers, documents, party.name) }))
  const taken = await packsTaken(
    db,
    companyId,
    views.flatMap(({ view }) => view.cover?.id ?? []),
  )
  return {
    list: views.map(({ goods, of, view }) => ({
      goods_id: goods.id,
      code: goods.code,
      name: goods.name,
      spec: goods.spec,
      manufacturer: goods.manufacturer,
      approval_no: goods.approvalNo,
      papers: view.papers.map((paper) => paperData(paper, today)),
      pack: packWireOf(view, of, party, taken.get(view.cover?.id ?? 0) ?? null),
    })),
  }
}

/** The company's own papers in force as it handed them in, with a list: for another supplier, or for its own shelf. */
export async function zipOwn({ db }: DatabaseHandle, companyId: number, now: Date): Promise<FileAnswer> {
  const party = await partyOf(db, companyId)
  const rows = await ownFiles(db, companyId)
  if (party === null || rows.length === 0) throw notFound('已通过审核的证照')
  const entries = rows.flatMap(({ kind, name, fileId, mime }, at) => {
    if (fileId === null) return []
    const title = PAPER_FORMS[kind]?.name ?? name
    const file = `${String(at + 1).padStart(2, '0')}_${title}${mime === 'application/pdf' ? '.pdf' : '.jpg'}`
    return [{ kind, ...storedEntry(db, file, fileId) }]
  })
  const today = beijingDate(now)
  const papers = [...new Map(rows.map((row) => [row.kind, row])).values()]
  const list = await workbookBytes([
    {
      name: '资料清单',
      columns: [
        { title: '资料', width: 28 },
        { title: '证照编号', width: 26 },
        { title: '有效期至', width: 14 },
        { title: '状态', width: 10 },
        { title: '文件', width: 40 },
      ],
      rows: papers.map((row) => [
        PAPER_FORMS[row.kind]?.name ?? row.name,
        row.number,
        endOf(row.expiresOn),
        row.expiresOn !== null && row.expiresOn < today ? '已过期' : '有效',
        entries.flatMap(({ kind, name }) => (kind === row.kind ? [name] : [])).join('、') || '未提供图片',
      ]),
    },
  ])
  const title = `${party.name.replaceAll(/[\\/:*?"<>|]/g, '_')}_企业资料_${today}.zip`
  return fileAnswer(title, 'application/zip', lateZip([{ name: '清单.xlsx', read: async () => list }, ...entries], now))
}
