import { CODES } from '#contract/codes.ts'
import type { PackState, PackWire } from '#contract/firsttrade.ts'
import { beijingDate } from '#domain/dates.ts'
import { DOCUMENT_KINDS } from '#domain/documents.ts'
import {
  copyMark,
  missingGoodsPapers,
  missingSupplierPapers,
  supplierPaperOrder,
  tradePaperName,
  tradePaperStanding,
} from '#domain/first-trade.ts'
import { reviewOf } from '#domain/review.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, notFound, ShopError } from '../../../platform/errors.ts'
import { type FileAnswer, fileAnswer } from '../../../platform/http.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { workbookBytes } from '../../../platform/workbook.ts'
import { tell } from '../../talking/messages/public.ts'
import { filesOf } from '../../who/files/public.ts'
import {
  askDocument,
  type DocumentRequest,
  type DocumentRow,
  documentFiles,
  documentsOf,
  insertDownload,
  lateZip,
  type OnMade,
  reviseDocument,
  storedEntry,
} from '../documents/public.ts'
import { type CopySnapshot, endOf, type PackSnapshot } from './drawings.ts'
import {
  fileSubject,
  findPaper,
  goodsPapersWaiting,
  lockPack,
  type Party,
  packsAskedSince,
  papersInForce,
  partyOf,
  putPack,
  sha256OfFiles,
  type TradePaperRow,
} from './store.ts'
import { goodsOf, packsTaken } from './views.ts'

/** The wholesaler's own pack (goodsId null), or that of a goods. */
export interface PackOf {
  companyId: number
  goodsId: number | null
}

const packSubject = ({ companyId, goodsId }: PackOf): string =>
  goodsId === null ? `trade_pack:${companyId}` : `goods_pack:${goodsId}:${companyId}`
/** The same for all versions of a paper, so that the copy of a renewed one replaces the copy of the old. */
export const copySubject = (series: number, companyId: number): string => `trade_paper:${series}:${companyId}`

interface PackView {
  papers: TradePaperRow[]
  /** The newest version of each subject. */
  newest: Map<string, DocumentRow>
  cover: DocumentRow | undefined
  state: PackState
  made: number
}

const inOrder = (papers: readonly TradePaperRow[]): TradePaperRow[] =>
  papers.toSorted((a, b) => supplierPaperOrder(a.kind) - supplierPaperOrder(b.kind) || a.id - b.id)

/** A copy that still says what stands: of this version of the paper, for this name. */
const isCurrent = (document: DocumentRow | undefined, paper: TradePaperRow, buyer: string): boolean => {
  const snapshot = document?.snapshot as CopySnapshot | undefined
  return document !== undefined && document.state !== 'withdrawn' && snapshot?.paperId === paper.id && snapshot.buyer === buyer
}

const coverIsCurrent = (cover: DocumentRow | undefined, papers: readonly TradePaperRow[], buyer: string): boolean => {
  const snapshot = cover?.snapshot as PackSnapshot | undefined
  return (
    cover !== undefined &&
    cover.state !== 'withdrawn' &&
    snapshot?.buyer === buyer &&
    snapshot.papers.length === papers.length &&
    papers.every(({ id }, at) => snapshot.papers[at]?.id === id)
  )
}

function stateOf(documents: readonly (DocumentRow | undefined)[], asked: boolean, current: boolean): PackState {
  if (!asked) return 'none'
  if (!current) return 'stale'
  if (documents.some((one) => one?.state === 'failed')) return 'failed'
  return documents.every((one) => one?.state === 'valid') ? 'ready' : 'waiting'
}

/** Every subject of a pack, its list first. */
export const subjectsOf = (of: PackOf, papers: readonly TradePaperRow[]): string[] => [
  packSubject(of),
  ...papers.map(({ series }) => copySubject(series, of.companyId)),
]

/** documents: at least all versions of the pack's subjects. */
export function viewOf(of: PackOf, unordered: readonly TradePaperRow[], documents: readonly DocumentRow[], buyer: string): PackView {
  const papers = inOrder(unordered)
  const [coverSubject, ...subjects] = subjectsOf(of, papers)
  const newest = new Map<string, DocumentRow>()
  for (const row of documents) if (row.version > (newest.get(row.subject)?.version ?? 0)) newest.set(row.subject, row)
  const cover = newest.get(coverSubject ?? '')
  const copies = subjects.map((subject) => newest.get(subject))
  const current = coverIsCurrent(cover, papers, buyer) && papers.every((paper, at) => isCurrent(copies[at], paper, buyer))
  return {
    papers,
    newest,
    cover,
    state: stateOf([cover, ...copies], cover !== undefined, current),
    made: copies.filter((one, at) => one?.state === 'valid' && papers[at] && isCurrent(one, papers[at], buyer)).length,
  }
}

export async function packView(connection: Connection, of: PackOf, buyer: string): Promise<PackView> {
  const papers = await papersInForce(connection, of.goodsId)
  return viewOf(of, papers, await documentsOf(connection, subjectsOf(of, papers)), buyer)
}

/** Strangers' names are put across no papers: the company has at least handed in its own. '': it may ask. */
function whyNoPack(party: Party, goodsId: number | null): string {
  if (reviewOf(party.reviewState) === 'frozen') return '贵司账户已被冻结，请联系客户经理'
  if (reviewOf(party.reviewState) === 'draft' || reviewOf(party.reviewState) === 'rejected') return '提交企业资料后即可制作资料包'
  if (goodsId !== null && reviewOf(party.reviewState) !== 'passed') return '企业资料通过审核后即可制作品种资料包'
  return ''
}

/** taken: when the company last took it. */
export function packWireOf(view: PackView, of: PackOf, party: Party, taken: Date | null): PackWire {
  const kinds = view.papers.map(({ kind }) => kind)
  const why = view.papers.length === 0 ? '资料尚未登记，请联系客户经理' : whyNoPack(party, of.goodsId)
  return {
    state: view.state,
    can_ask: why === '' && (view.state === 'none' || view.state === 'stale') ? 1 : 0,
    why,
    made: view.made,
    total: view.papers.length,
    made_at: view.state === 'ready' ? (view.cover?.madeAt?.toISOString() ?? null) : null,
    downloaded_at: taken === null ? null : new Date(taken).toISOString(),
    missing: of.goodsId === null ? missingSupplierPapers(kinds) : missingGoodsPapers(kinds),
  }
}

export async function packWire(connection: Connection, view: PackView, of: PackOf, party: Party): Promise<PackWire> {
  const taken = await packsTaken(connection, of.companyId, view.cover ? [view.cover.id] : [])
  return packWireOf(view, of, party, taken.get(view.cover?.id ?? 0) ?? null)
}

/** Asks anew only for what does not stand any more. */
async function put(
  trx: Connection,
  old: DocumentRow | undefined,
  request: DocumentRequest,
  change: string,
  by: string,
  now: Date,
): Promise<void> {
  if (old === undefined) await askDocument(trx, request, by, now)
  else await reviseDocument(trx, request, change, by, now)
}

/** Asks for every copy that is missing or out of date, and for the list of them; in the caller's transaction. */
export async function askPack(trx: Connection, of: PackOf, party: Party, by: string, now: Date): Promise<void> {
  const buyer = party.name
  const before = await packView(trx, of, buyer)
  const day = beijingDate(now)
  const files = await filesOf(
    trx,
    before.papers.map(({ id }) => fileSubject(id)),
  )
  const hashes = await sha256OfFiles(
    trx,
    [...files.values()].flat().map(({ id }) => id),
  )
  for (const paper of before.papers) {
    const subject = copySubject(paper.series, of.companyId)
    const old = before.newest.get(subject)
    if (isCurrent(old, paper, buyer)) continue
    const ids = (files.get(fileSubject(paper.id)) ?? []).map(({ id }) => id)
    const name = tradePaperName(paper.kind, paper.holder)
    const snapshot: CopySnapshot = {
      paperId: paper.id,
      name,
      number: paper.number,
      issuer: paper.issuer,
      expiresOn: paper.expiresOn,
      buyer,
      mark: copyMark(buyer, day),
      files: ids,
      sha256: ids.map((id) => hashes.get(id) ?? ''),
    }
    const request = { kind: 'licence_copy' as const, subject, companyId: of.companyId, title: `${name}副本`, snapshot }
    await put(trx, old, request, '资料已更新', by, now)
  }
  if (coverIsCurrent(before.cover, before.papers, buyer)) return
  const after = await packView(trx, of, buyer)
  const goods = of.goodsId === null ? null : await goodsOf(trx, of.goodsId)
  const kinds = after.papers.map(({ kind }) => kind)
  const snapshot: PackSnapshot = {
    buyer,
    goods,
    papers: after.papers.map((paper) => ({
      id: paper.id,
      name: tradePaperName(paper.kind, paper.holder),
      number: paper.number,
      expiresOn: paper.expiresOn,
      no: after.newest.get(copySubject(paper.series, of.companyId))?.no ?? '',
    })),
    missing: of.goodsId === null ? missingSupplierPapers(kinds) : missingGoodsPapers(kinds),
  }
  const kind = of.goodsId === null ? ('first_trade' as const) : ('goods_file' as const)
  const title = `${DOCUMENT_KINDS[kind].name}${goods === null ? '' : ` ${goods.name}`}`
  await put(trx, before.cover, { kind, subject: packSubject(of), companyId: of.companyId, title, snapshot }, '资料目录已更新', by, now)
}

/** Some ten goods at once: all of a catalogue would be hours of drawing, for which every other buyer's packs wait. */
const GOODS_PAPERS_WAITING_MAX = 60
/**
 * Whoever has not passed yet names his company as he likes: withdrawn, renamed and sent again, each name is a whole set of signed copies,
 * which are kept for good. Renewals of the papers come by themselves and are not asked for.
 */
const OWN_PACKS_A_DAY_MAX = 20
const DAY_MS = 86_400_000

async function refuseMorePacks(trx: Connection, of: PackOf, now: Date): Promise<void> {
  if (of.goodsId === null) {
    const asked = await packsAskedSince(trx, packSubject(of), new Date(now.getTime() - DAY_MS))
    if (asked < OWN_PACKS_A_DAY_MAX) return
    throw new ShopError(CODES.TOO_MANY, `今天制作的资料包已有 ${OWN_PACKS_A_DAY_MAX} 套，请明天再试，或联系客户经理`)
  }
  if ((await goodsPapersWaiting(trx, of.companyId)) < GOODS_PAPERS_WAITING_MAX) return
  throw new ShopError(CODES.TOO_MANY, '已有多个品种的资料包正在制作，请等它们做好再申请')
}

export async function requestPack(database: DatabaseHandle, viewer: Viewer, of: PackOf, now: Date): Promise<PackWire> {
  return transact(database.db, async (trx) => {
    const party = await partyOf(trx, of.companyId)
    if (party === null) throw notFound('企业')
    if (of.goodsId !== null && (await goodsOf(trx, of.goodsId)) === null) throw notFound('商品')
    // Whoever asks first makes the row on which the others wait.
    if (of.goodsId === null) {
      const why = whyNoPack(party, null)
      if (why !== '') throw conflict(why)
      await putPack(trx, of.companyId, viewer.name || viewer.username, now)
    }
    await lockPack(trx, of)
    const before = await packWire(trx, await packView(trx, of, party.name), of, party)
    if (before.why !== '') throw conflict(before.why)
    if (before.can_ask === 1) {
      await refuseMorePacks(trx, of, now)
      await askPack(trx, of, party, viewer.name || viewer.username, now)
    }
    return packWire(trx, await packView(trx, of, party.name), of, party)
  })
}

const cleaned = (text: string): string => text.replaceAll(/[\\/:*?"<>|]/g, '_')

/** The copies with their list, and a workbook of what is in it and what is missing; each is noted as taken. */
export async function zipPack(
  database: DatabaseHandle,
  viewer: Viewer & { company: { id: number } },
  of: PackOf,
  now: Date,
): Promise<FileAnswer> {
  const { db } = database
  const party = await partyOf(db, of.companyId)
  if (party === null) throw notFound('企业')
  const view = await packView(db, of, party.name)
  if (view.state === 'none' || view.papers.length === 0) throw notFound('资料包')
  if (view.state !== 'ready' || view.cover === undefined)
    throw conflict(view.state === 'stale' ? '资料已更新，请重新制作资料包后下载' : '资料包还在制作，请稍候', { reason: 'PACK_NOT_READY' })
  const copies = view.papers.flatMap((paper) => view.newest.get(copySubject(paper.series, of.companyId)) ?? [])
  const ids = [view.cover, ...copies].map(({ id }) => id)
  const files = await documentFiles(db, of.companyId, ids)
  const goods = of.goodsId === null ? null : await goodsOf(db, of.goodsId)
  const today = beijingDate(now)
  const stands = { ok: '有效', soon: '即将到期', expired: '已过期' }
  const entries = files.map(({ name, fileId }, at) => storedEntry(db, cleaned(`${String(at).padStart(2, '0')}_${name}`), fileId))
  const missing =
    of.goodsId === null
      ? missingSupplierPapers(view.papers.map(({ kind }) => kind))
      : missingGoodsPapers(view.papers.map(({ kind }) => kind))
  const list = await workbookBytes([
    {
      name: '资料清单',
      columns: [
        { title: '资料', width: 32 },
        { title: '证照编号', width: 26 },
        { title: '有效期至', width: 14 },
        { title: '状态', width: 10 },
        { title: '副本编号', width: 20 },
        { title: '文件', width: 48 },
      ],
      rows: [
        ...view.papers.map((paper) => {
          const copy = view.newest.get(copySubject(paper.series, of.companyId))
          const at = files.findIndex(({ id }) => id === copy?.id)
          return [
            tradePaperName(paper.kind, paper.holder),
            paper.number,
            endOf(paper.expiresOn),
            stands[tradePaperStanding(paper.expiresOn, today).standing],
            copy?.no ?? '',
            entries[at]?.name ?? '',
          ]
        }),
        ...missing.map((name) => [name, '', '', '未提供', '', '']),
      ],
    },
  ])
  await transact(db, async (trx) => {
    for (const documentId of ids)
      await insertDownload(trx, { documentId, fileId: null, companyId: of.companyId, accountId: viewer.accountId, way: 'pack' }, now)
  })
  const title = goods === null ? '首营企业资料' : `首营品种资料_${goods.name}`
  return fileAnswer(
    cleaned(`${title}_${party.name}_${today}.zip`),
    'application/zip',
    lateZip([{ name: '清单.xlsx', read: async () => list }, ...entries], now),
  )
}

/** Told once all of a pack is made: by whichever of its papers came last. */
export const tellWhenWhole: OnMade = async (connection, document, now) => {
  if (document.companyId === null) return
  const of = await packOfDocument(connection, document, document.companyId)
  const party = await partyOf(connection, document.companyId)
  if (of === null || party === null) return
  // Two that are kept at once would each see the other still waiting.
  await lockPack(connection, of)
  const view = await packView(connection, of, party.name)
  if (view.state !== 'ready' || view.cover === undefined) return
  const goods = of.goodsId === null ? null : await goodsOf(connection, of.goodsId)
  await tell(
    connection,
    {
      companyId: of.companyId,
      kind: 'licence',
      title: goods === null ? '首营企业资料包已备好' : `${goods.name}的首营品种资料已备好`,
      text: `共 ${view.papers.length} 份，已逐页标注贵司名称并盖章，可在线下载。`,
      url: goods === null ? '/qyzl' : '/syzl',
      key: `trade_pack:${view.cover.id}`,
    },
    now,
  )
}

async function packOfDocument(connection: Connection, document: DocumentRow, companyId: number): Promise<PackOf | null> {
  if (document.kind !== 'licence_copy') {
    const goodsId = /^goods_pack:(\d+):/.exec(document.subject)?.[1]
    return document.subject.startsWith('trade_pack:') || goodsId ? { companyId, goodsId: goodsId ? Number(goodsId) : null } : null
  }
  const paper = await findPaper(connection, (document.snapshot as CopySnapshot).paperId)
  return paper === null ? null : { companyId, goodsId: paper.goodsId }
}
