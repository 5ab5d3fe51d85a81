import { useId } from 'react'
import type { Problems } from '#ui/form.ts'
import { Icon } from '#ui/Icon.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { useDrawnFirst } from '#ui/useDrawnFirst.ts'
import { about } from '../../parts/goods-facts.ts'
import { Tag } from '../../parts/Tag.tsx'
import {
  acceptedOf,
  countedOf,
  type Draft,
  type DueLine,
  differs,
  isShut,
  KINDS,
  type Kind,
  type RefusedFor,
  withCount,
  withWords,
} from './count.ts'
import css from './receiving.module.css'

interface Props {
  lines: readonly DueLine[]
  /** Those that are sent, in their order: by it the server names a line. */
  due: readonly DueLine[]
  draft: Draft
  problems: Problems
  onChange: (draft: Draft) => void
  onMend: (name: string) => void
}

/** A row a batch: what differs is typed, the rest is good. Tab goes from number to number. */
export function CountTable({ lines, due, draft, problems, onChange, onMend }: Props) {
  const drawn = useDrawnFirst(lines)
  return (
    <>
      <Table
        columns={['商品与批号', figure('应收'), ...KINDS.map(([, name]) => figure(name)), figure('合格')]}
        kind="open"
        look={css.count}
      >
        <tbody>
          {drawn.map((line) => (
            <Row key={line.id} line={line} at={due.indexOf(line)} draft={draft} problems={problems} onChange={onChange} onMend={onMend} />
          ))}
        </tbody>
      </Table>
      {problems.lines && (
        <p className={css.error} role="alert">
          <Icon name="alert" size={14} />
          {problems.lines}
        </p>
      )}
    </>
  )
}

const REFUSED: readonly (readonly [RefusedFor, string])[] = [
  ['quality', '质量或温度异常'],
  ['near_expiry', '近效期'],
  ['other', '其他'],
]

function Row({ line, at, draft, problems, onChange, onMend }: Omit<Props, 'lines' | 'due'> & { line: DueLine; at: number }) {
  const id = useId()
  const counted = countedOf(draft, line)
  const named = `${line.name} 批号 ${line.batch_no}`
  const wrong =
    at < 0 ? undefined : ['accepted', ...KINDS.map(([kind]) => kind), 'note'].map((name) => problems[`lines.${at}.${name}`]).find(Boolean)
  const change = (kind: Kind, text: string) => {
    onChange(withCount(draft, line, kind, Number(text.replace(/\D/g, ''))))
    for (const name of ['accepted', kind, 'note']) onMend(`lines.${at}.${name}`)
  }
  const open = differs(counted)
  return (
    <>
      <tr>
        <td className={css.goods}>
          {line.tag && <Tag name={line.tag} />} <b>{line.name}</b>
          {line.cold_chain === 1 && <span className="chip chip-ok">冷链</span>}
          <small>{about(line)}</small>
          <small>
            批号 <b>{line.batch_no}</b> · 有效期至 {line.expiry_date}
          </small>
          {line.claimed > 0 && (
            <small>
              已申请售后 {line.claimed} {line.bzdw}，不再登记
            </small>
          )}
        </td>
        <td className={table.figure} data-label="应收">
          {line.due} {line.bzdw}
        </td>
        {KINDS.map(([kind, name]) => (
          <td key={kind} className={table.figure} data-label={name}>
            <input
              className={wrong ? 'input input-bad' : 'input'}
              name={`lines.${at}.${kind}`}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              aria-label={`${named} ${name}`}
              aria-invalid={wrong ? true : undefined}
              aria-describedby={wrong ? id : undefined}
              disabled={isShut(line, kind)}
              value={counted[kind] === 0 ? '' : counted[kind]}
              placeholder="0"
              onFocus={(event) => event.target.select()}
              onChange={({ target }) => change(kind, target.value)}
            />
          </td>
        ))}
        <td className={`${table.figure} ${css.good}`} data-label="合格">
          {acceptedOf(line, counted)}
        </td>
      </tr>
      {open && (
        <tr className={css.more}>
          <td colSpan={7}>
            <div>
              {counted.refused > 0 && (
                <label>
                  拒收原因
                  <select
                    className="input"
                    value={counted.refusedFor}
                    onChange={({ target }) => {
                      onChange(withWords(draft, line, { refusedFor: target.value as RefusedFor }))
                      onMend(`lines.${at}.note`)
                    }}
                  >
                    {REFUSED.map(([value, text]) => (
                      <option key={value} value={value}>
                        {text}
                      </option>
                    ))}
                  </select>
                </label>
              )}
              <label className={css.words}>
                说明
                <input
                  className="input"
                  name={`lines.${at}.note`}
                  maxLength={100}
                  aria-label={`${named} 说明`}
                  placeholder="例如：外箱压损，内盒 2 盒破裂"
                  value={counted.note}
                  onChange={({ target }) => onChange(withWords(draft, line, { note: target.value }))}
                />
              </label>
            </div>
            {wrong && (
              <p id={id} className={css.error} role="alert">
                <Icon name="alert" size={14} />
                {wrong}
              </p>
            )}
          </td>
        </tr>
      )}
      {!open && wrong && (
        <tr className={css.more}>
          <td colSpan={7}>
            <p id={id} className={css.error} role="alert">
              <Icon name="alert" size={14} />
              {wrong}
            </p>
          </td>
        </tr>
      )}
    </>
  )
}
