import { Button, Input, InputNumber, Select } from 'antd'
import { DEAL_LINES_MAX } from '#contract/constants.ts'
import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'
import { addLine, type DealDraft, type DealLine, withDeal, withLine } from './deal-draft.ts'
import { FindPicker } from './FindPicker.tsx'
import { FormRow } from './FormRow.tsx'

interface Props {
  draft: DealDraft
  onChange: (draft: DealDraft) => void
  disabled: boolean
}

const UNITS = [
  ['quota', '总量'],
  ['limit', '每家最多'],
] as const

/** Goods with their prices. */
export function DealLines({ draft, onChange, disabled }: Props) {
  const { kind, lines } = draft.terms
  const isBundle = kind === 'bundle'
  return (
    <FormRow title="商品" note={lines.length > 0 && `${lines.length} 种`}>
      {!disabled && lines.length < DEAL_LINES_MAX && (
        <FindPicker
          what="goods"
          label="加商品"
          onChoose={(id, name) => {
            if (kind === 'near_expiry' || !lines.some((one) => one.goods_id === id)) onChange(addLine(draft, id, name))
          }}
        />
      )}
      {lines.length > 0 && (
        <table className="tb tb-in" aria-label="商品与价格">
          <thead>
            <tr>
              <th>商品</th>
              {kind === 'near_expiry' && <th>批号</th>}
              {isBundle && <th>每套几件</th>}
              <th>{kind === 'welfare' ? '付 %' : isBundle ? '套内单价' : '活动价'}</th>
              {!isBundle && UNITS.map(([field, text]) => <th key={field}>{text}</th>)}
              <th aria-label="删去" />
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone while it is typed
              <tr key={at}>
                <LineCells
                  draft={draft}
                  line={line}
                  name={draft.goods.get(line.goods_id) ?? String(line.goods_id)}
                  disabled={disabled}
                  onChange={(change) => onChange(withLine(draft, at, change))}
                />
                <td>
                  {!disabled && (
                    <Button
                      size="small"
                      type="text"
                      aria-label={`删去${draft.goods.get(line.goods_id) ?? ''}`}
                      onClick={() => onChange(withDeal(draft, { lines: lines.filter((_, place) => place !== at) }))}
                    >
                      删去
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </FormRow>
  )
}

interface CellsProps {
  draft: DealDraft
  line: DealLine
  name: string
  disabled: boolean
  onChange: (change: Partial<DealLine>) => void
}

function LineCells({ draft, line, name, disabled, onChange }: CellsProps) {
  const { kind } = draft.terms
  const units = (field: 'quota' | 'limit' | 'number', text: string) => (
    <InputNumber
      className="offer-figure"
      aria-label={`${name}：${text}`}
      placeholder={field === 'number' ? '' : '不限'}
      disabled={disabled}
      min={0}
      max={9_999_999}
      precision={0}
      value={line[field] || null}
      onChange={(typed) => onChange({ [field]: typed ?? 0 })}
    />
  )
  return (
    <>
      <td>{name}</td>
      {kind === 'near_expiry' && (
        <td>
          <BatchChoice draft={draft} line={line} name={name} disabled={disabled} onChange={onChange} />
        </td>
      )}
      {kind === 'bundle' && <td>{units('number', '每套几件')}</td>}
      <td>
        {kind === 'welfare' ? (
          <InputNumber
            className="offer-figure"
            aria-label={`${name}：付百分之几`}
            disabled={disabled}
            min={1}
            max={99}
            precision={0}
            value={line.percent || null}
            onChange={(percent) => onChange({ percent: percent ?? 0 })}
          />
        ) : (
          <Input
            className="offer-figure"
            aria-label={`${name}：${kind === 'bundle' ? '套内单价' : '活动价'}`}
            inputMode="decimal"
            maxLength={12}
            disabled={disabled}
            value={line.price}
            onChange={({ target }) => onChange({ price: target.value })}
          />
        )}
      </td>
      {kind !== 'bundle' && UNITS.map(([field, text]) => <td key={field}>{units(field, text)}</td>)}
    </>
  )
}

function BatchChoice({ draft, line, name, disabled, onChange }: CellsProps) {
  const batches = useAsk(calls.dealChoices, { query: { goods_id: line.goods_id } }, { enabled: !disabled }).data?.batches ?? []
  const known = draft.batches.get(line.batch_id)
  const options = batches.map(({ id, batch_no: no, expiry_date: until, warehouse, available }) => ({
    value: id,
    label: `${no}　${until} 到期　${warehouse} ${available}`,
  }))
  const own = known !== undefined && !options.some(({ value }) => value === line.batch_id) ? [{ value: line.batch_id, label: known }] : []
  return (
    <Select
      aria-label={`${name}：批号`}
      placeholder="批号"
      style={{ minWidth: 150 }}
      popupMatchSelectWidth={false}
      disabled={disabled}
      value={line.batch_id || null}
      options={[...own, ...options]}
      onChange={(batch_id: number) => onChange({ batch_id })}
    />
  )
}
