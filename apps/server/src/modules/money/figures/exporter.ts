import type { Call } from '#contract/call.ts'
import type { FigureKind, ReportWire } from '#contract/figures.ts'
import type { Exporter } from '../../../platform/exporting.ts'
import type { Cell } from '../../../platform/workbook-writing.ts'

const WIDTHS: Readonly<Partial<Record<FigureKind, number>>> = { yuan: 16 }
const UNITS: Readonly<Partial<Record<FigureKind, string>>> = { percent: '（%）', days: '（天）', minutes: '（分钟）' }

/** A report as a file: the table as its page shows it, the total at its end. */
export const reportExporter = (call: Call, title: string, columns: readonly { name: string; kind: FigureKind }[]): Exporter => ({
  title,
  call,
  words: ['figures.view'],
  columns: [
    { title: '项目', width: 30 },
    ...columns.map(({ name, kind }) => ({ title: `${name}${UNITS[kind] ?? ''}`, width: WIDTHS[kind] ?? 12 })),
  ],
  async *pages({ listings }, viewer, query, now) {
    const report = (await listings.ask(call, { viewer, query: query as Record<string, unknown>, now })) as unknown as ReportWire
    const cells = (name: string, values: ReportWire['total']): Cell[] => [
      name,
      ...values.map((value, at): Cell => (value === null ? '' : columns[at]?.kind === 'yuan' ? { yuan: value } : Number(value))),
    ]
    yield [...report.list.map(({ name, values }) => cells(name, values)), cells('合计', report.total)]
  },
})
