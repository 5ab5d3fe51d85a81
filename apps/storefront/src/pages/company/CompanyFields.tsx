import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import css from '../../parts/certificates/company.module.css'
import { RegionField } from '../../parts/RegionField.tsx'
import type { CompanyDraft, CompanyField, CompanyProblems } from './company-draft.ts'

export type FieldGroup = 'identity' | 'contact' | 'invoice'

interface Props {
  group: FieldGroup
  draft: CompanyDraft
  problems: CompanyProblems
  types: readonly string[]
  /** leave: the field is done with, as by leaving it. */
  onChange: (part: Partial<CompanyDraft>, leave: boolean) => void
  onLeave: () => void
}

type TextField = Exclude<CompanyField, 'type' | 'province' | 'city' | 'district'>

const TEXTS: Readonly<
  Record<TextField, { label: string; max: number; hint?: string; type?: string; mode?: 'numeric' | 'tel'; auto?: string }>
> = {
  name: { label: '企业名称', max: 80, hint: '与营业执照一致的全称', auto: 'organization' },
  credit_code: { label: '统一社会信用代码', max: 30, hint: '营业执照上的 18 位代码', auto: 'off' },
  legal_person: { label: '法定代表人或负责人', max: 30, auto: 'off' },
  address: { label: '注册地址', max: 120, hint: '街道和门牌号，与许可证一致', auto: 'street-address' },
  contact: { label: '联系人', max: 30, auto: 'name' },
  phone: { label: '联系电话', max: 20, type: 'tel', mode: 'tel', hint: '手机号，或区号-座机号', auto: 'tel' },
  invoice_bank: { label: '开户银行', max: 60, auto: 'off' },
  invoice_account: { label: '银行账号', max: 40, mode: 'numeric', auto: 'off' },
  invoice_address: { label: '开票地址', max: 120, hint: '与税务登记一致', auto: 'off' },
  invoice_phone: { label: '开票电话', max: 20, type: 'tel', mode: 'tel', auto: 'off' },
}

/** The fields of a company, a group at a time; whoever shows them decides when they are saved. */
export function CompanyFields({ group, draft, problems, types, onChange, onLeave }: Props) {
  const text = (name: TextField, className?: string) => {
    const { label, max, hint, type = 'text', mode, auto } = TEXTS[name]
    return (
      <Field
        className={className}
        label={label}
        name={name}
        type={type}
        maxLength={max}
        autoComplete={auto}
        {...(mode && { inputMode: mode })}
        {...(hint && { hint })}
        value={draft[name]}
        error={problems[name]}
        onChange={({ target }) => onChange({ [name]: target.value }, false)}
        onBlur={onLeave}
      />
    )
  }
  if (group === 'contact')
    return (
      <div className={css.fields}>
        {text('contact')}
        {text('phone')}
      </div>
    )
  if (group === 'invoice')
    return (
      <div className={css.fields}>
        {text('invoice_bank')}
        {text('invoice_account')}
        {text('invoice_address')}
        {text('invoice_phone')}
      </div>
    )
  return (
    <div className={css.fields}>
      <Select
        label="企业类型"
        name="type"
        hint="决定须提交哪些证照"
        options={types}
        value={draft.type}
        error={problems.type}
        onChange={({ target }) => onChange({ type: target.value }, true)}
      />
      {text('name')}
      {text('credit_code')}
      {text('legal_person')}
      <div className={css.whole}>
        <RegionField
          value={draft}
          onChange={(region) => onChange({ province: region.province, city: region.city, district: region.district }, true)}
          errors={{
            ...(problems.province && { province: problems.province }),
            ...(problems.city && { city: problems.city }),
            ...(problems.district && { district: problems.district }),
          }}
        />
      </div>
      {text('address', css.whole)}
    </div>
  )
}
