import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { AutoComplete, Button, Form, Input, InputNumber, Select, Switch } from 'antd'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { CategoryWire } from '#contract/categories.ts'
import { GOODS_TEXT_FIELDS, GOODS_TEXTS } from '#contract/constants.ts'
import type { GoodsFactsWire } from '#contract/goods-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { Section } from '../../parts/Section.tsx'
import { Suggest } from '../../parts/Suggest.tsx'
import { calls } from './calls.ts'
import { choicesOf } from './category-tree.ts'
import { FACT_NAMES, type FactName } from './facts-rules.ts'

export type FieldErrors = Readonly<Record<string, string>>

interface Props {
  typed: GoodsFactsWire
  onChange: (facts: GoodsFactsWire) => void
  changed: readonly FactName[]
  errors: FieldErrors
  categories: readonly CategoryWire[]
  /** Further fields at the beginning: those of a new goods. */
  first?: ReactNode
  disabled: boolean
}

const FOUND = 20
const SECTIONS = ['适应症', '用法用量', '不良反应', '禁忌', '注意事项', '成份', '性状', '贮藏', '包装', '有效期']

/** A maker by a part of its name; another name makes a new one. */
function MakerField({ value, onChange, disabled }: { value: string; onChange: (name: string) => void; disabled: boolean }) {
  const words = useDeferredValue(value.trim())
  const { data } = useAsk(calls.makers, { query: { keywords: words, per_page: FOUND } }, { enabled: words !== '', keepFormer: true })
  return (
    <Suggest
      aria-label={FACT_NAMES.manufacturer}
      disabled={disabled}
      value={value}
      maxLength={100}
      options={(data?.list ?? []).map(({ name }) => ({ value: name }))}
      onChange={(name: string | undefined) => onChange(name ?? '')}
    />
  )
}

function Instructions({ typed, onChange, disabled, errors }: Pick<Props, 'typed' | 'onChange' | 'disabled' | 'errors'>) {
  const list = typed.instructions
  const set = (at: number, part: Partial<{ title: string; text: string }>): void =>
    onChange({ ...typed, instructions: list.map((one, place) => (place === at ? { ...one, ...part } : one)) })
  return (
    <>
      {list.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name than their place
        <div key={at} className="row instruction">
          <AutoComplete
            aria-label={`说明书第 ${at + 1} 节标题`}
            style={{ width: 140 }}
            disabled={disabled}
            maxLength={30}
            status={errors[`instructions[${at}].title`] ? 'error' : ''}
            options={SECTIONS.map((value) => ({ value }))}
            value={one.title}
            onChange={(title: string | undefined) => set(at, { title: title ?? '' })}
          />
          <Input.TextArea
            aria-label={`说明书第 ${at + 1} 节内容`}
            disabled={disabled}
            maxLength={4000}
            status={errors[`instructions[${at}].text`] ? 'error' : ''}
            autoSize={{ minRows: 1, maxRows: 8 }}
            value={one.text}
            onChange={({ target }) => set(at, { text: target.value })}
          />
          {!disabled && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={`去掉第 ${at + 1} 节`}
              onClick={() => onChange({ ...typed, instructions: list.filter((_, place) => place !== at) })}
            />
          )}
        </div>
      ))}
      {!disabled && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          onClick={() => onChange({ ...typed, instructions: [...list, { title: '', text: '' }] })}
        >
          加一节
        </Button>
      )}
      {list.length === 0 && disabled && <p className="muted">没有说明书</p>}
    </>
  )
}

/** Every field of a goods that buyers see or the import knows, but its prices. */
export function FactFields({ typed, onChange, changed, errors, categories, first, disabled }: Props) {
  const choices = useAsk(calls.choices, {})
  const [isOpen, setOpen] = useState(false)
  const set = <Name extends FactName>(name: Name, value: GoodsFactsWire[Name]): void => onChange({ ...typed, [name]: value })
  const item = (name: FactName, field: ReactNode, { wide = false, help = '' } = {}) => (
    <Form.Item
      key={name}
      label={FACT_NAMES[name]}
      className={`${changed.includes(name) ? 'dirty' : ''} ${wide ? 'is-wide' : ''}`}
      {...(errors[name] ? { validateStatus: 'error' as const, help: errors[name] } : help ? { help } : {})}
    >
      {field}
    </Form.Item>
  )
  type TextName = { [Name in FactName]: GoodsFactsWire[Name] extends string ? Name : never }[FactName]
  type NumberName = { [Name in FactName]: GoodsFactsWire[Name] extends number ? Name : never }[FactName]
  const text = (name: TextName, max: number, more: { wide?: boolean; help?: string } = {}) =>
    item(
      name,
      <Input
        aria-label={FACT_NAMES[name]}
        disabled={disabled}
        maxLength={max}
        value={typed[name]}
        onChange={({ target }) => set(name, target.value as never)}
      />,
      more,
    )
  const number = (name: NumberName, least: number, most: number, help = '') =>
    item(
      name,
      <InputNumber
        aria-label={FACT_NAMES[name]}
        disabled={disabled}
        style={{ width: '100%' }}
        min={least}
        max={most}
        precision={0}
        value={typed[name]}
        onChange={(value) => set(name, (value ?? least) as never)}
      />,
      { help },
    )
  const flag = (name: 'splittable' | 'is_selected') =>
    item(
      name,
      <Switch aria-label={FACT_NAMES[name]} disabled={disabled} checked={typed[name] === 1} onChange={(on) => set(name, on ? 1 : 0)} />,
    )
  const choice = <Name extends 'drug_class' | 'cold_chain' | 'insurance_class'>(
    name: Name,
    options: { value: GoodsFactsWire[Name]; label: string }[],
  ) =>
    item(
      name,
      <Select
        aria-label={FACT_NAMES[name]}
        disabled={disabled}
        value={typed[name]}
        options={options}
        onChange={(value: GoodsFactsWire[Name]) => set(name, value)}
      />,
    )
  const usual = (name: 'dosage_form' | 'unit', values: readonly string[], max: number) =>
    item(
      name,
      <AutoComplete
        aria-label={FACT_NAMES[name]}
        disabled={disabled}
        maxLength={max}
        showSearch={{ filterOption: true }}
        options={values.map((value) => ({ value }))}
        value={typed[name]}
        onChange={(value: string | undefined) => set(name, value ?? '')}
      />,
    )
  return (
    <Form layout="vertical" component="div">
      <Section title="名称与身份">
        <div className="facts-form">
          {first}
          {text('name', 120)}
          {text('approval_no', 80)}
          {item(
            'manufacturer',
            <MakerField value={typed.manufacturer} disabled={disabled} onChange={(name) => set('manufacturer', name)} />,
          )}
          {text('spec', 300)}
          {usual('dosage_form', choices.data?.forms ?? [], 30)}
          {usual('unit', choices.data?.units ?? [], 12)}
          {item(
            'categories',
            <Select
              mode="multiple"
              aria-label={FACT_NAMES.categories}
              disabled={disabled}
              showSearch={{ optionFilterProp: 'label' }}
              value={typed.categories}
              options={choicesOf(categories)}
              onChange={(ids: number[]) => set('categories', ids)}
            />,
          )}
          {choice('drug_class', [
            { value: '', label: '按名称与分类' },
            { value: 'rx', label: '处方药' },
            { value: 'otc_a', label: '甲类非处方药' },
            { value: 'otc_b', label: '乙类非处方药' },
          ])}
          {text('barcode', 40)}
          {GOODS_TEXT_FIELDS.map((field) => text(field, GOODS_TEXTS[field].max))}
        </div>
      </Section>
      <Section title="包装与购买">
        <div className="facts-form">
          {number('mid_pack', 1, 100_000_000)}
          {number('case_pack', 1, 100_000_000)}
          {number('min_number', 1, 1_000_000)}
          {flag('splittable')}
          {number('purchase_limit', 0, 1_000_000, '0 = 不限')}
          {number('free_shipping_from', 0, 1_000_000, '满多少件单独包邮，0 = 不')}
          {item(
            'availability_id',
            <Select
              aria-label={FACT_NAMES.availability_id}
              disabled={disabled}
              showSearch={{ optionFilterProp: 'label' }}
              value={typed.availability_id}
              options={[
                { value: 0, label: '全部客户' },
                ...(choices.data?.availabilities ?? []).map(({ id, name, controlled }) => ({
                  value: id,
                  label: controlled === 1 ? `${name}（控销）` : name,
                })),
              ]}
              onChange={(id: number) => set('availability_id', id)}
            />,
          )}
          {flag('is_selected')}
        </div>
      </Section>
      <Section title="储存与管理">
        <div className="facts-form">
          {text('storage', 100)}
          {choice('cold_chain', [
            { value: '', label: '按名称与储藏' },
            { value: 'yes', label: '冷链' },
            { value: 'no', label: '不是冷链' },
          ])}
          {number('shelf_life_months', 0, 240, '0 = 不知道')}
          {choice('insurance_class', [
            { value: '', label: '不是医保' },
            { value: '甲', label: '甲类' },
            { value: '乙', label: '乙类' },
          ])}
          {text('special_mark', 200, { help: '精神、麻醉、毒性、含特殊药品复方制剂等' })}
          {text('mnemonic', 60)}
        </div>
        <Button type="link" size="small" onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : '通用名、商标名、资料里的类别'}
        </Button>
        {(isOpen || ['generic_name', 'trade_name', 'category_said'].some((name) => errors[name] || changed.includes(name as FactName))) && (
          <div className="facts-form">
            {text('generic_name', 200, { help: '不填：从品名读出' })}
            {text('trade_name', 200, { help: '不填：从品名读出' })}
            {text('category_said', 60, { help: '不填：按分类' })}
          </div>
        )}
      </Section>
      <Section title="说明书">
        <Instructions typed={typed} onChange={onChange} disabled={disabled} errors={errors} />
      </Section>
    </Form>
  )
}
