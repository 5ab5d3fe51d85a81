import type { QueryOf } from '#contract/call.ts'
import { INVOICE_PERIOD_MAX, type invoiceZip } from '#contract/invoices.ts'
import { beijingDate } from '#domain/dates.ts'
import { INVOICE_KIND_NAMES } from '#domain/invoices.ts'
import { yuan } from '#domain/money.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { workbookBytes } from '../../../platform/workbook.ts'
import { contentOf } from '../../who/files/public.ts'
import { zipOf } from '../documents/public.ts'
import { filterOf } from './service.ts'
import { type InvoiceView, invoiceFiles, invoicePage, invoicesAmong, invoiceTotals } from './views.ts'
import { invoiceSubject } from './work-store.ts'

const COLUMNS = (
  [
    ['发票号码', 24],
    ['开票日期', 12],
    ['种类', 16],
    ['红蓝', 6],
    ['对应蓝字发票', 24],
    ['订单号', 18],
    ['购买方', 28],
    ['税号', 22],
    ['金额', 12],
    ['税额', 12],
    ['价税合计', 12],
    ['文件', 40],
  ] as const
).map(([title, width]) => ({ title, width }))

/** Invoices of others are not among them, and are not spoken of. */
export async function zipInvoices(
  { db }: DatabaseHandle,
  companyId: number,
  { ids, ...query }: QueryOf<typeof invoiceZip>,
  now: Date,
): Promise<Buffer> {
  const list = ids ? await invoicesAmong(db, companyId, ids) : await ofPeriod({ db }, companyId, query)
  if (list.length === 0) throw notFound('发票')
  const files = await invoiceFiles(
    db,
    list.map((invoice) => invoiceSubject(invoice.id)),
  )
  const namesOf = (invoice: InvoiceView) => files.filter((file) => file.subject === invoiceSubject(invoice.id)).map((file) => file.name)
  const rows = list.map((invoice) => [
    invoice.number,
    beijingDate(invoice.issuedAt),
    `${invoice.isTest ? '测试 ' : ''}${INVOICE_KIND_NAMES[invoice.kind]}`,
    invoice.colour === 'red' ? '红字' : '蓝字',
    invoice.ofNumber,
    invoice.orderNo,
    invoice.buyer.name,
    invoice.buyer.tax_no,
    { yuan: yuan(invoice.net) },
    { yuan: yuan(invoice.tax) },
    { yuan: yuan(invoice.total) },
    namesOf(invoice).join('、') || '缺：文件还在生成',
  ])
  const content = await workbookBytes([{ name: '发票清单', columns: COLUMNS, rows }])
  const contents = await contentOf(
    db,
    files.map((file) => file.id),
  )
  return zipOf([...contents.map((file) => ({ name: `发票/${file.name}`, content: file.content })), { name: '清单.xlsx', content }], now)
}

async function ofPeriod(
  { db }: Pick<DatabaseHandle, 'db'>,
  companyId: number,
  query: Parameters<typeof filterOf>[1],
): Promise<InvoiceView[]> {
  const filter = filterOf(companyId, query)
  const { total } = await invoiceTotals(db, filter)
  if (total > INVOICE_PERIOD_MAX) throw conflict(`共 ${total} 张发票，一次最多打包 ${INVOICE_PERIOD_MAX} 张，请缩短日期范围`)
  return invoicePage(db, filter, 0, INVOICE_PERIOD_MAX)
}
