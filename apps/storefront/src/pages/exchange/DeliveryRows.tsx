import { Link } from 'react-router'
import type { DeliveryWire } from '#contract/receiving.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import table from '#ui/Table.module.css'
import { figure, said, Table } from '#ui/Table.tsx'
import { beijingTime } from '#ui/times.ts'
import { moneyText } from '#ui/yuan.ts'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import css from './deliveries.module.css'
import { isPrintable } from './printable.ts'

const TONES: Readonly<Record<DeliveryWire['state'], StateTone>> = { to_receive: 'wait', received: 'ok', differs: 'bad' }

interface Props {
  list: readonly DeliveryWire[]
  /** Orders whose papers are to be printed together. */
  ticked: ReadonlySet<number>
  onTick: (orderId: number) => void
}

/** One row a delivery; a table on a desk, cards on a phone. */
export function DeliveryRows({ list, ticked, onTick }: Props) {
  return (
    <Table columns={[said('选择', css.tick), '订单与发货', '单据', figure('数量 / 金额'), '收货', figure('操作')]} look={css.deliveries}>
      <tbody>
        {list.map((row) => (
          <tr key={row.order_id}>
            <td className={css.tick}>
              <input
                type="checkbox"
                className="check"
                checked={ticked.has(row.order_id)}
                disabled={!isPrintable(row)}
                onChange={() => onTick(row.order_id)}
                aria-label={`选择订单 ${row.order_no} 的随货单据`}
              />
            </td>
            <td>
              <Link className="link" to={paths.order(row.order_id)}>
                {row.order_no}
              </Link>
              <small>{beijingTime(row.shipped_at)} 发货</small>
              <small>
                {row.carrier} {row.waybill} {row.cold_chain === 1 && <span className="chip chip-ok">冷链</span>}
              </small>
            </td>
            <td className={css.papers}>
              {row.documents.length === 0 ? (
                <span className="muted">没有电子单据</span>
              ) : (
                <ul>
                  {row.documents.map((one) => (
                    <Paper key={one.id} paper={one} />
                  ))}
                </ul>
              )}
            </td>
            <td className={`${table.figure} ${css.sums}`}>
              {row.line_count} 种 {row.number}
              <small>{moneyText(row.amount)}</small>
            </td>
            <td className={css.state}>
              <StateBadge tone={TONES[row.state]}>{row.state_name}</StateBadge>
              {row.summary && <small>{row.summary}</small>}
            </td>
            <td className={css.acts}>
              <Acts row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Paper({ paper }: { paper: DeliveryWire['documents'][number] }) {
  const name = paper.version > 1 ? `${paper.kind_name}（第 ${paper.version} 版）` : paper.kind_name
  if (!paper.file_url)
    return (
      <li>
        {name} <small className="muted">{paper.state_name}</small>
      </li>
    )
  return (
    <li>
      <a
        className="link"
        href={`${paper.file_url}?inline=1`}
        target="_blank"
        rel="noreferrer"
        aria-label={`查看或打印 ${name} ${paper.no}（新窗口）`}
      >
        {name}
      </a>
      <small>{paper.no}</small>
      <a className="link" href={paper.file_url} download aria-label={`下载 ${name} ${paper.no}`}>
        下载
      </a>
    </li>
  )
}

function Acts({ row }: { row: DeliveryWire }) {
  if (row.can_receive === 1)
    return (
      <ButtonLink size="sm" kind={row.state === 'to_receive' ? 'primary' : 'plain'} to={memberPaths.receiving(row.order_id)}>
        {row.state === 'to_receive' ? '收货登记' : '补登验收'}
      </ButtonLink>
    )
  if (row.summary === '') return null
  return (
    <ButtonLink size="sm" to={memberPaths.receiving(row.order_id)}>
      查看登记
    </ButtonLink>
  )
}
