import type { DataOf } from '#contract/call.ts'
import type { staffClosing } from '#contract/closings.ts'
import { csvField } from '../../../platform/formulas.ts'

/** The sheet as one table after the other; UTF-8 with its mark, so that Excel reads Chinese. */
export function closingCsv({ day, is_closed, closing, sheet, after_count }: DataOf<typeof staffClosing>): Buffer {
  const state = is_closed
    ? `已日结，${closing?.asked_by} 提交，${closing?.approved_by || '应急授权'} 批准，${closing?.closed_at}`
    : '未日结（预结）'
  const lines: (string | number)[][] = [
    ['日结表', sheet.from_day === day ? day : `${sheet.from_day} 至 ${day}`, state],
    [],
    ['渠道', '收款笔数', '收款', '退款笔数', '退款', '渠道方', '差额', '待处理'],
    ...sheet.channels.map((one) => [one.name, one.in_count, one.in, one.out_count, one.out, one.theirs, one.difference, one.open]),
    [],
    ['业务', '笔数', '金额'],
    ...sheet.kinds.map(({ name, count, amount }) => [name, count, amount]),
    [],
    ['科目', '期初', '增加', '减少', '期末'],
    ...sheet.accounts.map(({ name, opening, in: came, out, closing: end }) => [name, opening, came, out, end]),
    ['合计', sheet.total.opening, sheet.total.in, sheet.total.out, sheet.total.closing],
    [],
    ['补记以前日期', sheet.late.count, sheet.late.amount],
    ['待查款项', sheet.suspense.count, sheet.suspense.amount],
    ['结账之后补记', after_count],
    ...sheet.problems.map((problem) => ['差异', problem]),
    ...(closing?.note ? [['说明', closing.note]] : []),
  ]
  return Buffer.from(`\ufeff${lines.map((cells) => cells.map((cell) => csvField(String(cell))).join(',')).join('\r\n')}\r\n`, 'utf8')
}
