import { Form, Input, Select } from 'antd'
import { SUPPLIER_KINDS } from '#contract/constants.ts'
import { SCOPE_CHOICES, SUPPLIER_NAMES, type SupplierFields } from './supplier-form.ts'

const MOST: Readonly<Partial<Record<keyof SupplierFields, number>>> = {
  name: 60,
  credit_code: 18,
  address: 100,
  bank: 60,
  bank_account: 40,
  mandate_range: 100,
}
const TEXTS = [
  'name',
  'credit_code',
  'legal_person',
  'address',
  'quality_person',
  'quality_phone',
  'bank',
  'bank_account',
  'contact',
  'phone',
  'mandate_range',
] as const
const KINDS = Object.entries(SUPPLIER_KINDS).map(([value, label]) => ({ value, label }))

/** The fields of a supplier, within a form of antd. */
export function SupplierFieldsForm({ disabled = false, autoFocus = false }: { disabled?: boolean; autoFocus?: boolean }) {
  return (
    <div className="supplier-fields">
      {TEXTS.slice(0, 2).map((name) => (
        <Form.Item key={name} name={name} label={SUPPLIER_NAMES[name]}>
          <Input maxLength={MOST[name] ?? 30} disabled={disabled} autoFocus={autoFocus && name === 'name'} />
        </Form.Item>
      ))}
      <Form.Item name="kind" label={SUPPLIER_NAMES.kind}>
        <Select options={KINDS} disabled={disabled} />
      </Form.Item>
      <Form.Item name="scopes" label="经营（生产）范围">
        <Select mode="multiple" options={SCOPE_CHOICES} showSearch={{ optionFilterProp: 'label' }} disabled={disabled} />
      </Form.Item>
      {TEXTS.slice(2).map((name) => (
        <Form.Item key={name} name={name} label={SUPPLIER_NAMES[name]}>
          <Input maxLength={MOST[name] ?? 30} disabled={disabled} />
        </Form.Item>
      ))}
    </div>
  )
}
