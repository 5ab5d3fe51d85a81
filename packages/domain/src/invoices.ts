import { add, type Fen, fen, subtract, ZERO } from './money.ts'

/** Invoices after the fields of the national digital invoice (数电票). Prices of the shop include tax. */
export type InvoiceKind = 'special' | 'normal'
export const INVOICE_KIND_NAMES: Readonly<Record<InvoiceKind, string>> = { special: '增值税专用发票', normal: '普通发票' }

export interface InvoiceTitles {
  name: string
  tax_no: string
  address: string
  phone: string
  bank: string
  account: string
}

/** Amounts of red lines are negative. */
export interface InvoiceLine {
  /** Null: shipping. */
  order_line_id: number | null
  /** *大类*项目名称 */
  item: string
  spec: string
  unit: string
  /** Null: no countable thing. */
  number: number | null
  net: Fen
  /** Percent. */
  rate: number
  tax: Fen
}

export interface SoldLine {
  orderLineId: number | null
  item: string
  spec: string
  unit: string
  number: number | null
  /** What is paid for it after every reduction, tax included. */
  gross: Fen
  rate: number
}

const half = (value: number): Fen => fen(Math.round(value))

/** The net part of an amount that includes tax; the tax is the rest, so that both always sum to it. */
export const netOf = (gross: Fen, rate: number): Fen => half((gross * 100) / (100 + rate))

const lineFor = ({ orderLineId, item, spec, unit, number, gross, rate }: SoldLine): InvoiceLine => {
  const net = netOf(gross, rate)
  return { order_line_id: orderLineId, item, spec, unit, number, net, rate, tax: subtract(gross, net) }
}

/** What was given for nothing is not invoiced. */
export const invoiceLines = (sold: readonly SoldLine[]): InvoiceLine[] => sold.filter((line) => line.gross !== 0).map(lineFor)

export interface InvoiceSums {
  net: Fen
  tax: Fen
  total: Fen
}

export function sumsOf(lines: readonly InvoiceLine[]): InvoiceSums {
  const net = add(...lines.map((line) => line.net))
  const tax = add(...lines.map((line) => line.tax))
  return { net, tax, total: add(net, tax) }
}

/** What is left of an invoice after everything that was taken back from it; lines of which nothing is left are gone. */
export function leftOf(blue: readonly InvoiceLine[], reds: readonly InvoiceLine[]): InvoiceLine[] {
  return blue.flatMap((line) => {
    const taken = reds.filter((red) => red.order_line_id === line.order_line_id)
    const net = add(line.net, ...taken.map((red) => red.net))
    const tax = add(line.tax, ...taken.map((red) => red.tax))
    if (net === 0 && tax === 0) return []
    const number = line.number === null ? null : line.number + taken.reduce((sum, red) => sum + (red.number ?? 0), 0)
    return [{ ...line, net, tax, number: number === 0 ? null : number }]
  })
}

export interface TakenBack {
  orderLineId: number | null
  number: number | null
  /** Tax included. */
  gross: Fen
}

/**
 * Lines that take a part back, never more than is left. The last part takes the last fen of net and tax, so that nothing stays;
 * rounding of parts of a few fen never takes more net, or more tax, than there is.
 */
export function redLines(left: readonly InvoiceLine[], parts: readonly TakenBack[]): InvoiceLine[] {
  const reds: InvoiceLine[] = []
  for (const { orderLineId, number, gross } of parts) {
    const line = leftOf(left, reds).find((one) => one.order_line_id === orderLineId)
    if (!line) continue
    const rest = add(line.net, line.tax)
    const amount = fen(Math.min(gross, rest))
    if (amount <= 0) continue
    const net = fen(Math.min(line.net, Math.max(netOf(amount, line.rate), amount - line.tax)))
    const units = line.number === null || number === null ? null : -Math.min(number, line.number)
    reds.push({ ...line, number: units, net: subtract(ZERO, net), tax: subtract(ZERO, amount, subtract(ZERO, net)) })
  }
  return reds
}

const grossOf = ({ net, tax }: InvoiceLine): Fen => add(net, tax)

/**
 * Lines that take back exactly what was refunded: the parts less what was withheld of them (for a gift that stays), or more where what was
 * withheld before is paid out now. What a part finds nothing of on its own line is taken from the others, those first of which no unit is
 * left: there stands what was withheld. Never more than is left.
 */
export function redLinesOfRefund(left: readonly InvoiceLine[], parts: readonly TakenBack[], withheld: Fen): InvoiceLine[] {
  let spare: number = Math.max(0, withheld)
  const paid = parts.toReversed().map((part) => {
    const less = Math.min(spare, part.gross)
    spare -= less
    return { ...part, gross: fen(part.gross - less) }
  })
  const reds = redLines(left, paid.toReversed())
  const refunded = subtract(add(...parts.map(({ gross }) => gross)), withheld)
  let short: number = refunded + reds.reduce((sum, red) => sum + grossOf(red), 0)
  const rest = leftOf(left, reds).toSorted((a, b) => Number(a.number !== null) - Number(b.number !== null))
  for (const line of rest) {
    const gross = fen(Math.max(0, Math.min(short, grossOf(line))))
    reds.push(...redLines([line], [{ orderLineId: line.order_line_id, number: null, gross }]))
    short -= gross
  }
  return together(reds)
}

/** One line for what is taken back of each line. */
const together = (reds: readonly InvoiceLine[]): InvoiceLine[] =>
  [...Map.groupBy(reds, (red) => red.order_line_id).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const number = own.reduce<number | null>((sum, red) => (red.number === null ? sum : (sum ?? 0) + red.number), null)
    return [{ ...first, number, net: add(...own.map((red) => red.net)), tax: add(...own.map((red) => red.tax)) }]
  })

/** All of it back. */
export const wholeBack = (left: readonly InvoiceLine[]): InvoiceLine[] =>
  left.map((line) => ({
    ...line,
    number: line.number === null ? null : -line.number,
    net: subtract(ZERO, line.net),
    tax: subtract(ZERO, line.tax),
  }))

/** Net price of a unit in yuan, as many decimals as it needs up to eight; '' where nothing is counted. */
export function unitPriceText({ number, net }: InvoiceLine): string {
  if (number === null || number === 0) return ''
  return (net / 100 / number).toFixed(8).replace(/0{1,6}$/, '')
}

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['', '拾', '佰', '仟']
const GROUPS = ['', '万', '亿', '万亿']

/** 1234.56 yuan → 壹仟贰佰叁拾肆圆伍角陆分 */
export function capitalYuan(amount: Fen): string {
  if (amount < 0) return `（负数）${capitalYuan(subtract(ZERO, amount))}`
  const yuan = Math.floor(amount / 100)
  const [jiao, cents] = [Math.floor(amount / 10) % 10, amount % 10]
  const whole = yuan === 0 ? '' : `${wholeInCapitals(yuan)}圆`
  if (jiao === 0 && cents === 0) return `${whole || '零圆'}整`
  const jiaoText = jiao > 0 ? `${DIGITS[jiao]}角` : whole ? '零' : ''
  return `${whole}${jiaoText}${cents > 0 ? `${DIGITS[cents]}分` : '整'}`
}

function wholeInCapitals(value: number): string {
  const groups: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 10_000)) groups.push(rest % 10_000)
  let text = ''
  for (let at = groups.length - 1; at >= 0; at--) {
    const group = groups[at] ?? 0
    const gap = text !== '' && group > 0 && (group < 1000 || groups[at + 1] === 0) ? '零' : ''
    if (group > 0) text += `${gap}${groupInCapitals(group)}${GROUPS[at]}`
  }
  return text
}

function groupInCapitals(group: number): string {
  let text = ''
  let gap = false
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(group / 10 ** place) % 10
    if (digit === 0) gap = text !== ''
    else {
      text += `${gap ? '零' : ''}${DIGITS[digit]}${PLACES[place]}`
      gap = false
    }
  }
  return text
}

/** 大类 of the item's name, by the scope of the goods. */
const CLASSES: Readonly<Record<string, string>> = {
  chem: '化学药品制剂',
  tcm: '中成药',
  herb: '中药饮片',
  bio: '生物药品',
  peptide: '生化药品',
  raw: '化学药品原料药',
  device2: '医疗仪器器械',
  device3: '医疗仪器器械',
  food: '保健食品',
}
export const itemName = (scopeCode: string, name: string): string => `*${CLASSES[scopeCode] ?? '日用杂品'}*${name}`
export const SHIPPING_ITEM = '*运输服务*运费'
