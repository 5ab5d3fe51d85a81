import { capitalYuan } from '#domain/invoices.ts'
import { fen, yuan } from '#domain/money.ts'
import { printed } from '#domain/paper-text.ts'
import type { Drawing, DrawingFrame } from '../../papers/documents/public.ts'

/** All that stands on a statement; amounts in yuan, as they are printed. */
export interface StatementSnapshot {
  month: string
  from: string
  to: string
  buyer: { name: string; creditCode: string; address: string }
  sums: { name: string; amount: string }[]
  /** Fen: positive, the shop holds it for the buyer; negative, the buyer owes it. */
  closing: number
  claims: { name: string; opening: string; closing: string }[]
  lines: { day: string; name: string; order: string; memo: string; more: string; less: string; left: string }[]
  orders: { no: string; day: string; paid: string; back: string }[]
  ordersPaid: string
  ordersBack: string
  ages: { name: string; amount: string }[]
}

const inWords = (closing: number): string => {
  if (closing === 0) return '双方互不相欠'
  const amount = fen(Math.abs(closing))
  return `${closing > 0 ? '供方结存购方款项' : '购方尚欠供方货款'} ¥${yuan(amount)}（${capitalYuan(amount)}）`
}

export function drawStatement(statement: StatementSnapshot, frame: DrawingFrame): Drawing {
  const { buyer, sums, claims, lines, orders, ages } = statement
  return {
    write: (paper) => {
      paper.heading('往来对账单', `编号 ${frame.no}　${statement.from} 至 ${statement.to}`)
      paper.facts(
        [
          ['供方', frame.supplier.name],
          ['购方', buyer.name],
          ['信用代码', frame.supplier.taxNo],
          ['信用代码', buyer.creditCode],
          ['地址', frame.supplier.address],
          ['地址', buyer.address],
        ],
        2,
      )
      paper.section('一、往来汇总（元）')
      paper.table(
        sums.map((sum) => ({ title: sum.name, share: 1, align: 'right' as const })),
        [sums.map((sum) => sum.amount)],
      )
      paper.paragraph(`截至 ${statement.to}：${inWords(statement.closing)}。`, { bold: true })
      paper.paragraph('期末＝期初＋收到款项－购货＋返现赠送＋其他。正数为供方结存购方的款项，负数为购方欠款。', { faint: true, size: 8 })
      paper.section('二、余额构成（元）')
      paper.table(
        [
          { title: '项目', share: 40 },
          { title: '期初', share: 30, align: 'right' },
          { title: '期末', share: 30, align: 'right' },
        ],
        claims.map((claim) => [claim.name, claim.opening, claim.closing]),
      )
      paper.section('三、账期欠款账龄（元）')
      paper.table(
        ages.map((age) => ({ title: age.name, share: 1, align: 'right' as const })),
        [ages.map((age) => age.amount)],
      )
      paper.section('四、本期订单付款与退款（元）')
      if (orders.length === 0) paper.paragraph('本期没有订单付款或退款。')
      else
        paper.table(
          [
            { title: '订单号', share: 34 },
            { title: '下单日期', share: 22 },
            { title: '付款', share: 22, align: 'right' },
            { title: '退款', share: 22, align: 'right' },
          ],
          orders.map((order) => [order.no, order.day, order.paid, order.back]),
          [[`合计 ${orders.length} 单`, '', statement.ordersPaid, statement.ordersBack]],
        )
      paper.section('五、往来明细（元）')
      if (lines.length === 0) paper.paragraph('本期没有往来。')
      else
        paper.table(
          [
            { title: '日期', share: 13 },
            { title: '业务', share: 14 },
            { title: '订单号', share: 19 },
            { title: '摘要', share: 20 },
            { title: '增加', share: 12, align: 'right' },
            { title: '减少', share: 12, align: 'right' },
            { title: '结存', share: 13, align: 'right' },
          ],
          // What was booked stands as it is, in whatever signs its reason was typed.
          lines.map((line) => [line.day, line.name, line.order, printed(line.memo), line.more, line.less, line.left]),
        )
      paper.paragraph('请核对后在网站“对账单”确认；如有不符，请写明差异。')
    },
  }
}
