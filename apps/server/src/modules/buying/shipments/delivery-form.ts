import { yuan } from '#domain/money.ts'
import type { Drawing, DrawingFrame } from '../../papers/documents/public.ts'
import { noteColumns, noteRow, noteSum } from './note-table.ts'
import { handsText, sumOf, sumText, unitsOf } from './note-text.ts'
import type { NoteLine, ShipmentSnapshot } from './snapshot.ts'

const COLUMNS = noteColumns(
  {
    number: 3,
    name: 11.5,
    form: 5,
    spec: 9,
    maker: 14.6,
    approval: 11.6,
    batch: 8,
    produced: 7,
    expires: 7,
    unit: 3.2,
    units: 4,
    price: 5.4,
    amount: 6.6,
    storage: 3.4,
  },
  { number: '序' },
)

const LINES_A_SHEET = 8

/** In points, as the form's sheet is set; a little more than what the types take, so that no sheet ever runs over. */
const WIDTH = 623
const LETTER = 7.3
const ROW_LINE = 11.3
const ROW_PAD = 4.2
const FACT_LETTER = 7.6
const FACT_LINE = 13.1
const FACT_PAD = 3.1
/** Of a fact's name. */
const FACT_NAME = 54
/** Between the heading and the strip of the seal. */
const BODY = 216

/** In Chinese letters; what is counted too wide only leaves room. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter >= '⺀' ? 1 : /[0-9]/.test(letter) ? 0.56 : /[-.:,()*/ ]/.test(letter) ? 0.38 : 0.66), 0)
const linesIn = (text: string, letters: number): number => Math.max(1, Math.ceil(widthOf(text) / letters))

const SHARES = COLUMNS.reduce((sum, column) => sum + column.share, 0)
const LETTERS = COLUMNS.map(({ share }) => ((share / SHARES) * WIDTH - 4) / LETTER)
const rowHeight = (row: readonly string[]): number =>
  Math.max(...row.map((cell, at) => linesIn(cell, LETTERS[at] ?? 1))) * ROW_LINE + ROW_PAD

interface Facts {
  columns: number
  facts: [name: string, value: string][]
}
/** The code stands at the top right: beside it is what is short. The place has half a line. */
const factsOf = ({ supplier, buyer, receiver, ...note }: ShipmentSnapshot, no: string): Facts[] => [
  {
    columns: 3,
    facts: [
      ['供货单位', supplier.name],
      ['收货单位', `${buyer.name}${buyer.code && `（${buyer.code}）`}`],
      ['发货日期', note.shippedAt],
    ],
  },
  {
    columns: 3,
    facts: [
      ['单号', no],
      ['订单编号', note.orderNo],
      ['承运单位', `${note.carrier} ${note.waybill}`],
    ],
  },
  {
    columns: 2,
    facts: [
      ['收货地址', receiver.address],
      ['收货人', `${receiver.name} ${receiver.phone}　发货仓库：${note.warehouse}${note.packages === null ? '' : `　${note.packages} 件`}`],
    ],
  },
]
const factsHeight = (rows: readonly Facts[]): number =>
  rows.reduce((sum, { columns, facts }) => {
    const letters = (WIDTH / columns - FACT_NAME) / FACT_LETTER
    return sum + Math.max(...facts.map(([, value]) => linesIn(value, letters))) * FACT_LINE + FACT_PAD
  }, 0)

interface Row {
  line: NoteLine
  cells: string[]
}

/** The lines of each sheet: eight, fewer where names are long; what stands above and below them is repeated on each. */
export function sheetsOf(note: ShipmentSnapshot, no: string): Row[][] {
  const room = BODY - factsHeight(factsOf(note, no)) - 2 * (ROW_LINE + ROW_PAD)
  const sheets: Row[][] = [[]]
  let taken = 0
  for (const [at, line] of note.lines.entries()) {
    const cells = noteRow(line, at)
    const height = rowHeight(cells)
    const last = sheets.at(-1) ?? []
    if (last.length > 0 && (last.length >= LINES_A_SHEET || taken + height > room)) {
      sheets.push([{ line, cells }])
      taken = height
    } else {
      last.push({ line, cells })
      taken += height
    }
  }
  return sheets
}

/** Left of the seal: sums of this sheet, and of all so far. */
const sumRow = (own: readonly NoteLine[], all: readonly NoteLine[]): string[] =>
  noteSum({ name: '本张 / 累计', spec: `${unitsOf(own)} / ${unitsOf(all)}`, maker: `${yuan(sumOf(own))} / ${yuan(sumOf(all))}` })

/** 随货同行单 on continuous forms of 241 × 140 mm: eight lines a sheet, each sheet with its sum and the sum so far. */
export function deliveryForm(note: ShipmentSnapshot, frame: DrawingFrame): Drawing {
  const { supplier, buyer } = note
  const strip = [
    sumText(note),
    handsText(note),
    `供方许可证 ${supplier.licence || '—'}　供方地址 ${supplier.address || '—'}　收方许可证 ${buyer.licence || '—'}`,
    `备注：${note.remark || '—'}　　一联 仓库　二联 随货　三联 财务`,
  ]
  return {
    options: { size: 'form', strip },
    write: (paper) => {
      const sheets = sheetsOf(note, frame.no)
      let all: NoteLine[] = []
      sheets.forEach((sheet, at) => {
        if (at > 0) paper.page()
        const own = sheet.map(({ line }) => line)
        all = [...all, ...own]
        paper.heading(`${supplier.name}　药品随货同行单`)
        for (const { facts, columns } of factsOf(note, frame.no)) paper.facts(facts, columns)
        const rows = sheet.map(({ cells }) => cells)
        paper.table(COLUMNS, rows, [sumRow(own, all)])
      })
    },
  }
}
