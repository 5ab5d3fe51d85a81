import type { ClosingSheetWire, ClosingWire } from '#contract/closings.ts'
import { Money } from '../../parts/Money.tsx'
import { When } from '../../parts/When.tsx'

interface Props {
  day: string
  sheet: ClosingSheetWire
  /** null: the day is open, the sheet is as of now. */
  closing: ClosingWire | null
}

const Amount = ({ yuan, tone = '' }: { yuan: string; tone?: string }) => (
  <td className={`num ${tone}`}>{yuan === '' ? <span className="muted">—</span> : <Money yuan={yuan} />}</td>
)
const toneOf = (difference: string): string => (difference === '' ? '' : difference === '0.00' ? 'ok' : 'bad')

export function ChannelTable({ sheet }: { sheet: ClosingSheetWire }) {
  if (sheet.channels.length === 0) return <p className="muted">这一天银行和支付渠道没有收退款。</p>
  return (
    <table className="tb tb-in">
      <thead>
        <tr>
          <th>渠道</th>
          <th className="num">收款笔数</th>
          <th className="num">收款</th>
          <th className="num">退款笔数</th>
          <th className="num">退款</th>
          <th className="num">渠道方</th>
          <th className="num">差额</th>
        </tr>
      </thead>
      <tbody>
        {sheet.channels.map((one) => (
          <tr key={one.channel}>
            <td>{one.name}</td>
            <td className="num">{one.in_count}</td>
            <Amount yuan={one.in} />
            <td className="num">{one.out_count}</td>
            <Amount yuan={one.out} />
            <Amount yuan={one.theirs} />
            <Amount yuan={one.difference} tone={toneOf(one.difference)} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function KindTable({ sheet }: { sheet: ClosingSheetWire }) {
  if (sheet.kinds.length === 0) return <p className="muted">这一天没有记账。</p>
  return (
    <table className="tb tb-in">
      <thead>
        <tr>
          <th>业务</th>
          <th className="num">笔数</th>
          <th className="num">金额</th>
        </tr>
      </thead>
      <tbody>
        {sheet.kinds.map((one) => (
          <tr key={one.kind}>
            <td>{one.name}</td>
            <td className="num">{one.count}</td>
            <Amount yuan={one.amount} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function AccountTable({ sheet }: { sheet: ClosingSheetWire }) {
  return (
    <table className="tb tb-in">
      <thead>
        <tr>
          <th>科目</th>
          <th className="num">期初</th>
          <th className="num">增加</th>
          <th className="num">减少</th>
          <th className="num">期末</th>
        </tr>
      </thead>
      <tbody>
        {sheet.accounts.map((one) => (
          <tr key={one.kind}>
            <td>{one.name}</td>
            <Amount yuan={one.opening} />
            <Amount yuan={one.in} />
            <Amount yuan={one.out} />
            <Amount yuan={one.closing} />
          </tr>
        ))}
        <tr className="strong">
          <td>合计（借贷相抵）</td>
          <Amount yuan={sheet.total.opening} />
          <Amount yuan={sheet.total.in} />
          <Amount yuan={sheet.total.out} />
          <Amount yuan={sheet.total.closing} tone={toneOf(sheet.total.closing)} />
        </tr>
      </tbody>
    </table>
  )
}

/** The same on one page of A4, to be signed and kept. */
export function ClosingPaper({ day, sheet, closing }: Props) {
  return (
    <section className="closing-sheet">
      <h1>日结表 {sheet.from_day === day ? day : `${sheet.from_day} 至 ${day}`}</h1>
      <p>
        {closing ? (
          <>
            {closing.asked_by} 提交，{closing.approved_by || '应急授权'} 批准，
            <When at={closing.closed_at} /> 结账
          </>
        ) : (
          '未结账（预结）'
        )}
        。记账 {sheet.postings} 笔，其中补记以前日期 {sheet.late.count} 笔 <Money yuan={sheet.late.amount} />
        ；待查 {sheet.suspense.count} 笔 <Money yuan={sheet.suspense.amount} />。
      </p>
      <ChannelTable sheet={sheet} />
      <KindTable sheet={sheet} />
      <AccountTable sheet={sheet} />
      {sheet.problems.length > 0 && <p>差异：{sheet.problems.join('；')}。</p>}
      {closing?.note && <p>说明：{closing.note}</p>}
      <p className="closing-signs">提交人签字：　　　　　　　　批准人签字：　　　　　　　　</p>
    </section>
  )
}
