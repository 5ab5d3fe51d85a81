import { beijingDate } from '#domain/dates.ts'
import { capitalYuan, INVOICE_KIND_NAMES, type InvoiceTitles, sumsOf, unitPriceText } from '#domain/invoices.ts'
import { yuan } from '#domain/money.ts'
import { type Column, makePaper } from '../documents/public.ts'
import type { InvoiceRow } from './store.ts'

const COLUMNS: readonly Column[] = [
  { title: '项目名称', share: 30 },
  { title: '规格型号', share: 16 },
  { title: '单位', share: 7, align: 'center' },
  { title: '数量', share: 9, align: 'right' },
  { title: '单价', share: 14, align: 'right' },
  { title: '金额', share: 12, align: 'right' },
  { title: '税率', share: 8, align: 'center' },
  { title: '税额', share: 11, align: 'right' },
]

const party = (role: string, titles: InvoiceTitles): (readonly [string, string])[] => [
  [`${role}名称`, titles.name],
  ['纳税人识别号', titles.tax_no],
  ['地址、电话', [titles.address, titles.phone].filter(Boolean).join('　')],
  ['开户行及账号', [titles.bank, titles.account].filter(Boolean).join('　')],
]

/** The invoice's picture. What a test provider issued says so across every page, and beside its number. */
export function invoicePaper(invoice: Omit<InvoiceRow, 'id'>, ofNumber: string | null): Promise<Buffer> {
  const { number, kind, colour, isTest, issuedAt, seller, buyer, lines, remark } = invoice
  const { net, tax, total } = sumsOf(lines)
  const title = `电子发票（${INVOICE_KIND_NAMES[kind]}）${colour === 'red' ? '· 红字' : ''}`
  const footer = isTest ? `测试发票，由演示环境开具，不是税务机关的发票，不得作为入账或抵扣凭证 · ${number}` : `${seller.name} · ${number}`
  const paperOf = {
    title: `${title} ${number}`,
    author: seller.name,
    footer,
    landscape: true,
    madeAt: issuedAt,
    ...(isTest && { stamp: '测试发票' }),
  }
  return makePaper(paperOf, (paper) => {
    paper.heading(`${isTest ? '【测试】' : ''}${title}`)
    const red: (readonly [string, string])[] = ofNumber === null ? [] : [['对应蓝字发票号码', ofNumber]]
    paper.facts([['发票号码', number], ['开票日期', beijingDate(issuedAt)], ...red])
    const [buyerFacts, sellerFacts] = [party('购买方', buyer), party('销售方', seller)]
    paper.facts(buyerFacts.flatMap((fact, at) => [fact, sellerFacts[at] ?? (['', ''] as const)]))
    paper.space(4)
    paper.table(
      COLUMNS,
      lines.map((line) => [
        line.item,
        line.spec,
        line.unit,
        line.number === null ? '' : String(line.number),
        unitPriceText(line),
        yuan(line.net),
        `${line.rate}%`,
        yuan(line.tax),
      ]),
      [['合计', '', '', '', '', `¥${yuan(net)}`, '', `¥${yuan(tax)}`]],
    )
    paper.facts([
      ['价税合计（大写）', capitalYuan(total)],
      ['价税合计（小写）', `¥${yuan(total)}`],
      ['备注', remark],
      ['开票人', isTest ? '测试系统' : seller.name],
    ])
  })
}
