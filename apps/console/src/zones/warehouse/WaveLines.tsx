import { Button } from 'antd'
import type { WavePieceWire } from '#contract/waves.ts'
import { numberText } from '../../parts/numbers.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { totesText } from './WaveSheet.tsx'
import { isTaken } from './wave-scan.ts'

interface Props {
  list: readonly WavePieceWire[]
  current: number | undefined
  /** undefined: nothing can be taken now. */
  take: ((line: WavePieceWire, number: number) => void) | undefined
}

function Taken({ line, take }: { line: WavePieceWire; take: Props['take'] }) {
  if (line.taken > line.number)
    return (
      <span className="row">
        <StateTag tone="wrong">{`多 ${numberText(line.taken - line.number)} ${line.unit}，请放回`}</StateTag>
        {take && (
          <Button size="small" onClick={() => take(line, line.number)}>
            已放回
          </Button>
        )}
      </span>
    )
  if (isTaken(line))
    return (
      <span className="row">
        <StateTag tone="done">已拣</StateTag>
        {take && (
          <Button size="small" type="text" onClick={() => take(line, 0)}>
            撤回
          </Button>
        )}
      </span>
    )
  if (line.locked === 1) return <StateTag tone="wrong">已锁定</StateTag>
  if (!take) return <StateTag tone="closed">未拣</StateTag>
  return (
    <Button size="small" aria-label={`拣到 ${line.name} ${line.batch_no}`} onClick={() => take(line, line.number)}>
      拣到
    </Button>
  )
}

/** The walk: in the order of the shelves, cold goods last. */
export function WaveLines({ list, current, take }: Props) {
  return (
    <table className="tb">
      <thead>
        <tr>
          <th>货位</th>
          <th>商品</th>
          <th>批号</th>
          <th>有效期至</th>
          <th className="num">应拣</th>
          <th className="num">已拣</th>
          <th>分到（格×数量）</th>
          <th>结果</th>
        </tr>
      </thead>
      <tbody>
        {list.map((line) => (
          <tr key={line.batch_id} className={line.batch_id === current ? 'is-now' : ''}>
            <td>
              <b>{line.place || '—'}</b>
            </td>
            <td>
              <b>{line.name}</b> <small className="muted">{`${line.spec}　${line.maker}`}</small>{' '}
              {line.cold_chain === 1 && <span className="chip chip-info">{line.storage || '冷链'}</span>}
            </td>
            <td>{line.batch_no}</td>
            <td>{line.expiry_date}</td>
            <td className="num strong">
              {numberText(line.number)} {line.unit}
            </td>
            <td className="num">{numberText(line.taken)}</td>
            <td>{totesText(line)}</td>
            <td>
              <Taken line={line} take={take} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
