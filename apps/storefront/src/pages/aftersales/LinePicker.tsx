import { useId } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { GoodsThumb } from '../../parts/GoodsThumb.tsx'
import { about } from '../../parts/goods-facts.ts'
import { Stepper } from '../../parts/Stepper.tsx'
import { Tag } from '../../parts/Tag.tsx'
import css from './aftersales.module.css'
import { type Draft, type Form, type FormLine, whyShut, withNumber } from './wish.ts'

interface Props {
  form: Form
  draft: Draft
  error: string | undefined
  onChange: (draft: Draft) => void
}

/** The order's batches; what cannot be chosen stays, greyed, with its reason. */
export function LinePicker({ form, draft, error, onChange }: Props) {
  const id = useId()
  const open = draft.reason !== null
  return (
    <>
      {!open && <p className={css.note}>请先选择售后原因，不同原因受理的商品不同。</p>}
      <ul aria-describedby={error ? id : undefined}>
        {form.lines.map((line) => (
          <PickLine key={line.id} line={line} draft={draft} open={open} onChange={onChange} />
        ))}
      </ul>
      {error && (
        <p id={id} className={css.error} role="alert">
          <Icon name="alert" size={14} />
          {error}
        </p>
      )}
    </>
  )
}

function PickLine({ line, draft, open, onChange }: { line: FormLine; draft: Draft; open: boolean; onChange: (draft: Draft) => void }) {
  const why = open ? whyShut(line, draft) : ''
  const shut = !open || why !== ''
  const number = draft.numbers[line.id]
  const name = `${line.name} 批号 ${line.batch_no}`
  return (
    <li className={why ? `${css.line} ${css.shut}` : css.line}>
      <label className="check">
        <input
          type="checkbox"
          name="lines"
          checked={number !== undefined}
          disabled={shut}
          aria-label={`选择 ${name}`}
          onChange={({ target }) => onChange(withNumber(draft, line, target.checked ? line.left : 0))}
        />
      </label>
      <GoodsThumb image={line.image} />
      <div className={css.what}>
        {line.tag && <Tag name={line.tag} />} <b>{line.name}</b>
        <small>{about(line)}</small>
        <small>
          批号 {line.batch_no} · 有效期至 {line.expiry_date}
        </small>
        {why && (
          <small className={css.why}>
            <Icon name="lock" size={12} />
            {why}
          </small>
        )}
      </div>
      <div className={css.count}>
        <Stepper
          label={`${name} 申请数量`}
          value={number ?? 0}
          step={1}
          min={0}
          max={line.left}
          disabled={shut}
          onChange={(next) => onChange(withNumber(draft, line, next))}
        />
        <small>
          可申请 {line.left} {line.bzdw}
          {line.taken > 0 && `（共 ${line.number}，已申请 ${line.taken}）`}
        </small>
      </div>
    </li>
  )
}
