import { staffBankLines } from '#contract/bank.ts'
import type { QueryOf } from '#contract/call.ts'
import { staffChannelDifferences } from '#contract/channel-bills.ts'
import { type Fen, yuan } from '#domain/money.ts'
import { type Exporter, exportColumns, keysetPages } from '../../../platform/exporting.ts'
import { filterOf, stateName } from './bank.ts'
import { linesBefore } from './bank-views.ts'
import { differenceFilter, sideName } from './channel.ts'
import { differencesBefore } from './channel-views.ts'

export const bankLineExporter: Exporter = {
  title: '银行来账',
  call: staffBankLines,
  words: ['money.view'],
  columns: exportColumns([
    ['日期', 12],
    ['时间', 10],
    ['付款户', 28],
    ['付款账号', 22],
    ['金额', 12],
    ['附言', 28],
    ['流水号', 22],
    ['状态', 10],
    ['对到', 26],
    ['处理人', 12],
    ['说明', 28],
  ]),
  pages: ({ database: { db } }, _viewer, query) =>
    keysetPages(
      (before, limit) => linesBefore(db, filterOf(query as QueryOf<typeof staffBankLines>), before, limit),
      ({ id }) => id,
      (line) => [
        line.day,
        line.time,
        line.payerName,
        line.payerAccount,
        { yuan: yuan(line.amount) },
        line.memo,
        line.serial,
        stateName(line.state),
        line.matchedTo,
        line.decidedBy,
        line.note,
      ],
    ),
}

const amountOf = (amount: Fen | null) => (amount === null ? '' : { yuan: yuan(amount) })

export const channelDifferenceExporter: Exporter = {
  title: '渠道对账差异',
  call: staffChannelDifferences,
  columns: exportColumns([
    ['日期', 12],
    ['渠道', 14],
    ['差异', 12],
    ['方向', 8],
    ['单号', 26],
    ['渠道流水', 26],
    ['本店金额', 12],
    ['渠道金额', 12],
    ['提示', 20],
    ['状态', 10],
    ['说明', 30],
    ['关闭人', 12],
  ]),
  pages: ({ database: { db } }, _viewer, query) =>
    keysetPages(
      (before, limit) => differencesBefore(db, differenceFilter(query as QueryOf<typeof staffChannelDifferences>), before, limit),
      ({ id }) => id,
      (row) => [
        row.day,
        row.channel,
        sideName(row.side),
        row.direction === 'in' ? '收款' : '退款',
        row.number,
        row.gatewayNo,
        amountOf(row.ours),
        amountOf(row.theirs),
        row.hint,
        row.state === 'open' ? '待处理' : '已关闭',
        row.note,
        row.closedBy,
      ],
    ),
}
