import { staffChannelBills } from '#contract/channel-bills.ts'
import { staffClosings } from '#contract/closings.ts'
import { staffTransferProofs } from '#contract/documents.ts'
import { staffCompanyMoney, staffRecharges, staffSuspense, staffTransfers } from '#contract/finance.ts'
import { staffInvoiceRequests } from '#contract/invoices.ts'
import { staffLedger } from '#contract/ledger.ts'
import { staffStatementList } from '#contract/statements.ts'
import { dayCell, listExporter, timeCell, yuanCell } from '../../../../platform/list-exporter.ts'

type Sides = readonly { account_name: string; owner: string; amount: string }[]
const sidesOf = (sides: Sides, sign: '+' | '-'): string =>
  sides
    .filter(({ amount }) => amount.startsWith('-') === (sign === '-'))
    .map(({ account_name: account, owner, amount }) => `${account}${owner && ` ${owner}`} ${amount}`)
    .join('；')

export const MONEY_LISTS = {
  transfers: listExporter(staffTransfers, '待确认转账', [
    ['付款单', 'no', 24],
    ['状态', 'status_name', 12],
    ['企业', 'company', 30],
    ['用途', 'purpose', 12],
    ['对应单号', 'subject_no', 22],
    ['金额', { yuan: 'amount' }],
    ['登记于', { time: 'at' }],
  ]),
  transfer_proofs: listExporter(staffTransferProofs, '转账凭证', [
    ['订单号', 'order_no', 20],
    ['企业', 'company', 30],
    ['应付', { yuan: 'payable' }],
    ['状态', ({ proof }) => proof.state_name, 10],
    ['凭证金额', ({ proof }) => yuanCell(proof.amount), 14],
    ['付款日期', ({ proof }) => dayCell(proof.paid_on), 12],
    ['付款户', ({ proof }) => proof.payer_name, 28],
    ['付款账号', ({ proof }) => proof.payer_account, 24],
    ['备注', ({ proof }) => proof.remark, 28],
    ['上传于', ({ proof }) => timeCell(proof.created_at), 17],
  ]),
  recharges: listExporter(staffRecharges, '充值', [
    ['充值单', 'no', 24],
    ['状态', 'status_name', 10],
    ['企业', 'company', 30],
    ['充到', 'purse_name', 10],
    ['金额', { yuan: 'amount' }],
    ['赠送', { yuan: 'gift' }],
    ['付款方式', 'channel_name', 14],
    ['付款单', 'payment_no', 24],
    ['付款人', 'payer', 24],
    ['提交人', 'began_by', 12],
    ['提交于', { time: 'created_at' }],
    ['到账于', { time: 'paid_at' }],
  ]),
  suspense: listExporter(staffSuspense, '待查款项', [
    ['单号', 'no', 24],
    ['状态', 'status_name', 12],
    ['金额', { yuan: 'amount' }],
    ['渠道', 'channel', 14],
    ['原因', 'reason', 30],
    ['企业', 'company', 30],
    ['订单号', 'order_no', 20],
    ['付款单', 'payment_no', 24],
    ['渠道流水', 'gateway_no', 28],
    ['付款人', 'payer', 30],
    ['说明', 'note', 30],
    ['处理人', 'decided_by', 12],
    ['到账于', { time: 'at' }],
  ]),
  credit: listExporter(staffCompanyMoney, '账期与余额', [
    ['企业', 'company', 30],
    ['额度', { yuan: 'limit' }],
    ['天数', 'days', 8],
    ['已用', { yuan: 'used' }],
    ['可用', { yuan: 'left' }],
    ['逾期', { yuan: 'overdue' }],
    ['逾期笔数', 'overdue_count', 9],
    ['最早到期', ({ next_due: due }) => dayCell(due?.on), 12],
    ['到期金额', ({ next_due: due }) => yuanCell(due?.amount), 14],
    ['余额', { yuan: 'balance' }],
  ]),
  statements: listExporter(staffStatementList, '对账单', [
    ['企业', 'company', 30],
    ['月份', 'month', 10],
    ['期初', { yuan: 'opening' }],
    ['收款', { yuan: 'received' }],
    ['购货', { yuan: 'bought' }],
    ['退货与折让', { yuan: 'given' }],
    ['其他', { yuan: 'other' }],
    ['期末', { yuan: 'closing' }],
    ['回复', 'answer_name', 12],
    ['回复人', 'answered_by', 12],
    ['回复于', { time: 'answered_at' }],
    ['说明', 'note', 30],
    ['制作于', { time: 'made_at' }],
  ]),
  invoices: listExporter(staffInvoiceRequests, '发票申请', [
    ['订单号', ({ request }) => request.order_no, 20],
    ['企业', 'company', 30],
    ['申请', ({ request }) => request.kind_name, 14],
    ['状态', ({ request }) => request.state_name, 12],
    ['抬头', ({ titles }) => titles.name, 30],
    ['税号', ({ titles }) => titles.tax_no, 22],
    ['说明', ({ request }) => request.reason, 30],
    ['答复', ({ request }) => request.answer, 30],
    ['申请于', ({ request }) => timeCell(request.created_at), 17],
  ]),
  ledger: listExporter(staffLedger, '总账', [
    ['编号', 'id', 10],
    ['时间', { time: 'at' }],
    ['事由', 'kind_name', 14],
    ['企业', 'company', 30],
    ['订单号', 'order_no', 20],
    ['金额', { yuan: 'amount' }],
    ['增', ({ sides }) => sidesOf(sides, '+'), 40],
    ['减', ({ sides }) => sidesOf(sides, '-'), 40],
    ['摘要', 'memo', 30],
    ['事件', 'key', 30],
  ]),
  closings: listExporter(staffClosings, '日结', [
    ['日期', { day: 'day' }],
    ['收款', { yuan: 'in' }],
    ['退款', { yuan: 'out' }],
    ['差异', 'problems', 8],
    ['说明', 'note', 40],
    ['提交人', 'asked_by', 12],
    ['批准人', 'approved_by', 12],
    ['结账于', { time: 'closed_at' }],
    ['之后补记', 'after', 9],
  ]),
  channel_bills: listExporter(staffChannelBills, '渠道账单', [
    ['日期', { day: 'day' }],
    ['渠道', 'channel_name', 14],
    ['差异', 'differences', 8],
    ['未处理', 'open', 8],
    ['相符', 'matched_count', 9],
    ['渠道收款', { yuan: 'theirs_in' }],
    ['本店收款', { yuan: 'ours_in' }],
    ['渠道退款', { yuan: 'theirs_out' }],
    ['本店退款', { yuan: 'ours_out' }],
    ['文件', 'file_name', 36],
    ['上传人', 'sent_by', 12],
    ['上传于', { time: 'sent_at' }],
  ]),
}
