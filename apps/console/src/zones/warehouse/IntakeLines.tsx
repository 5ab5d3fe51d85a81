import { Input, InputNumber, Select } from 'antd'
import { REJECT_MEASURES } from '#contract/constants.ts'
import { numberText } from '../../parts/numbers.ts'
import { faultOf, type IntakeLine, type Judgement } from './acceptance-rules.ts'

type OnJudge = (change: Partial<Judgement>) => void

const MEASURES = Object.entries(REJECT_MEASURES).map(([value, label]) => ({ value, label }))

/** Why some of it is not accepted, and what becomes of it. */
function Refused({ line, one, onJudge }: { line: IntakeLine; one: Judgement; onJudge: OnJudge }) {
  if (one.accepted >= line.number) return null
  const of = `${line.name} ${line.batch_no}`
  return (
    <>
      <Input
        aria-label={`${of} 不合格原因`}
        status={one.reject_reason.trim() === '' ? 'warning' : ''}
        maxLength={100}
        placeholder={`${line.number - one.accepted} ${line.unit}不合格，写明原因`}
        value={one.reject_reason}
        onChange={({ target }) => onJudge({ reject_reason: target.value })}
      />
      <Select
        aria-label={`${of} 处置措施`}
        status={one.measure === '' ? 'warning' : ''}
        placeholder="处置措施"
        style={{ width: '100%', marginTop: 4 }}
        value={one.measure || null}
        options={MEASURES}
        onChange={(measure: Judgement['measure'] | null) => onJudge({ measure: measure ?? '' })}
      />
    </>
  )
}

/** The cells that the acceptor fills in, mostly filled in already. */
function Judging({ line, one, onJudge }: { line: IntakeLine; one: Judgement; onJudge: OnJudge }) {
  const of = `${line.name} ${line.batch_no}`
  const fault = faultOf(line, one)
  return (
    <>
      <td>
        <Input
          aria-label={`${of} 检验报告编号`}
          maxLength={40}
          placeholder={line.has_report === 1 ? '报告编号' : '无电子件，照纸质填'}
          value={one.report_no}
          onChange={({ target }) => onJudge({ report_no: target.value })}
        />
      </td>
      <td className="num">
        <InputNumber
          aria-label={`${of} 抽样数`}
          title={`按规定至少抽 ${line.least_sample} ${line.unit}`}
          min={0}
          max={line.number}
          precision={0}
          disabled={line.refused !== ''}
          status={fault === '抽样数量' || one.sampled < Math.min(line.least_sample, one.accepted) ? 'warning' : ''}
          value={one.sampled}
          style={{ width: 76 }}
          onChange={(value) => onJudge({ sampled: value ?? 0 })}
        />
      </td>
      <td>
        <Input
          aria-label={`${of} 外观质量`}
          maxLength={60}
          status={fault === '外观质量' ? 'warning' : ''}
          disabled={line.refused !== ''}
          value={one.appearance}
          title={one.appearance}
          onChange={({ target }) => onJudge({ appearance: target.value })}
        />
      </td>
      <td className="num">
        <InputNumber
          aria-label={`${of} 合格数`}
          min={0}
          max={line.number}
          precision={0}
          disabled={line.refused !== ''}
          value={one.accepted}
          style={{ width: 90 }}
          onChange={(value) => onJudge({ accepted: value ?? 0 })}
        />
      </td>
      <td>
        <Refused line={line} one={one} onJudge={onJudge} />
      </td>
    </>
  )
}

/** What was said of a line, or nothing yet. */
function Judged({ line }: { line: IntakeLine }) {
  const known = line.has_report === 1 ? <span className="ok">有</span> : <span className="w">无电子件，查纸质</span>
  return (
    <>
      <td>{line.report_no || known}</td>
      <td className="num">{line.sampled === null ? '—' : numberText(line.sampled)}</td>
      <td>{line.appearance || '—'}</td>
      <td className="num">{line.accepted === null ? '—' : numberText(line.accepted)}</td>
      <td>{[line.reject_reason, line.measure && REJECT_MEASURES[line.measure]].filter(Boolean).join('；')}</td>
    </>
  )
}

export function IntakeLines({
  lines,
  judged,
  onJudge,
}: {
  lines: readonly IntakeLine[]
  judged: Readonly<Record<number, Judgement>> | null
  onJudge: (id: number, change: Partial<Judgement>) => void
}) {
  return (
    <table className="tb lines">
      <thead>
        <tr>
          <th>商品</th>
          <th>批号</th>
          <th>生产、有效期至</th>
          <th className="num">到货</th>
          <th>检验报告</th>
          <th className="num">抽样</th>
          <th>外观质量</th>
          <th className="num">合格</th>
          <th>不合格原因、处置</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const one = judged?.[line.id]
          return (
            <tr key={line.id} className={line.refused ? 'is-wrong' : ''}>
              <td>
                <b>{line.name}</b> <span className="muted">{`${line.spec}　${line.maker}`}</span>
                {line.place && <span className="muted">{`　货位 ${line.place}`}</span>}
                {line.cold_chain === 1 && <span className="chip chip-info">{line.storage || '冷链'}</span>}
                {line.refused && <p className="bad s12">{line.refused}</p>}
              </td>
              <td>
                {line.batch_no} {line.is_known === 1 && <span className="muted s12">在册</span>}
              </td>
              <td>
                <span className="muted">{line.production_date ?? '—'}</span>
                <br />
                {line.expiry_date}
              </td>
              <td className="num">
                {numberText(line.number)} {line.unit}
              </td>
              {one ? <Judging line={line} one={one} onJudge={(change) => onJudge(line.id, change)} /> : <Judged line={line} />}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
