import type { DataOf } from '#contract/call.ts'
import type { ExchangeSection, exchangeHome } from '#contract/firsttrade.ts'
import { beijingDate } from '#domain/dates.ts'
import { DOCUMENT_KINDS, type DocumentKind, isDocumentKind } from '#domain/documents.ts'
import { papersState } from '#domain/papers.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { documentWire, latestDocuments } from '../documents/public.ts'
import { freshPapers, invoicesSince, unreadByPath, unseenPapers } from './home-views.ts'

const LATEST = 8
const INVOICE_DAYS = 30
/** A pack has dozens of copies, which would hide all else; its list stands for them. */
const LISTED = Object.keys(DOCUMENT_KINDS).filter((kind): kind is DocumentKind => isDocumentKind(kind) && kind !== 'licence_copy')

interface Section {
  key: ExchangeSection
  path: string
  /** Kinds of paper that are looked at there. */
  kinds: readonly DocumentKind[]
  /** n: how many of those nobody has taken yet. */
  said: (n: number) => string
}
const SECTIONS: readonly Section[] = [
  {
    key: 'notes',
    path: '/dzckd',
    kinds: ['delivery_note', 'cold_chain', 'outbound', 'return_note'],
    said: (n) => `${n} 张单据尚未下载`,
  },
  { key: 'reports', path: '/ypjybg', kinds: ['inspection', 'report_cover'], said: (n) => `${n} 份检验报告尚未下载` },
  { key: 'first_trade', path: '/syzl', kinds: [], said: () => '' },
  { key: 'supplier', path: '/qyzl', kinds: ['first_trade', 'licence_copy'], said: () => '' },
  { key: 'invoices', path: '/fp', kinds: [], said: () => '' },
  { key: 'seals', path: '/dzqz', kinds: ['agreement', 'seal_samples'], said: (n) => `${n} 份已盖章文件尚未下载` },
]

/** The index of electronic data exchange: what is new behind each of its entries, and the latest papers. */
export async function exchangeHomeOf({ db }: DatabaseHandle, company: ViewerCompany, now: Date): Promise<DataOf<typeof exchangeHome>> {
  const since = new Date(now.getTime() - INVOICE_DAYS * 86_400_000)
  const [papers, unread, invoices, unseen, latest] = await Promise.all([
    freshPapers(db, company.id, now),
    unreadByPath(
      db,
      company.id,
      SECTIONS.map(({ path }) => path),
    ),
    invoicesSince(db, company.id, since),
    unseenPapers(db, company.id),
    latestDocuments(db, company.id, LISTED, LATEST),
  ])
  const own = papersState(company, beijingDate(now))
  const sections = SECTIONS.map(({ key, path, kinds, said }) => {
    const count = papers.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { fresh }) => sum + fresh, 0)
    const told = unread.get(path)
    const words = {
      first_trade: own.note,
      supplier: unseen > 0 ? `${unseen} 份供货企业资料有更新` : '',
      invoices: invoices > 0 ? `近 ${INVOICE_DAYS} 天开具 ${invoices} 张` : '',
    }
    const news = told?.title ?? (key in words ? words[key as keyof typeof words] : count > 0 ? said(count) : '')
    const fresh = { first_trade: own.state === 'ok' ? 0 : 1, supplier: unseen, invoices: 0, notes: count, reports: count, seals: count }[
      key
    ]
    return { key, fresh: Math.max(fresh, told?.unread ?? 0), urgent: key === 'first_trade' && own.state === 'bad' ? 1 : 0, news }
  })
  return { sections, latest: latest.map(documentWire) }
}
