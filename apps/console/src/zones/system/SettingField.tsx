import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { AutoComplete, Button, DatePicker, Form, Input, InputNumber, Radio, Select } from 'antd'
import dayjs from 'dayjs'
import type { SettingFieldWire } from '#contract/settings.ts'
import { UploadPicture } from '../../parts/UploadPicture.tsx'

/** A setting's form, drawn from what the server says of its fields. */

type FieldPath = (string | number)[]

interface Controlled<V> {
  id?: string
  value?: V | null
  onChange?: (value: V | null) => void
  field: SettingFieldWire
  usual?: string
}

const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((label, at) => ({ value: at + 1, label }))
const options = ({ choices = [] }: SettingFieldWire) => choices.map(({ value, text }) => ({ value, label: text }))

/** A line each. */
function Lines({ id, value, onChange, field }: Controlled<string[]>) {
  return (
    <Input.TextArea
      {...(id && { id })}
      value={(value ?? []).join('\n')}
      autoSize={{ minRows: 2, maxRows: field.most ?? 8 }}
      onChange={({ target }) => onChange?.(target.value === '' ? null : target.value.split('\n'))}
    />
  )
}

function Day({ id, value, onChange }: Controlled<string>) {
  return (
    <DatePicker
      {...(id && { id })}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
    />
  )
}

/** Open, shut, or as the rule has it. */
function Switch({ id, value = null, onChange, usual }: Controlled<boolean>) {
  return (
    <Radio.Group
      {...(id && { id })}
      value={value}
      onChange={({ target }) => onChange?.(target.value as boolean | null)}
      options={[
        { value: true as unknown as string, label: '开' },
        { value: false as unknown as string, label: '关' },
        { value: null as unknown as string, label: `不设（${usual ?? ''}）` },
      ]}
    />
  )
}

/** The number of an uploaded file. */
function Picture({ value, onChange }: Controlled<number>) {
  if (value)
    return (
      <span className="upload-one">
        <a href={`/api/staff/file/${value}`} target="_blank" rel="noreferrer">
          <img src={`/api/staff/file/${value}/preview`} alt="证照影像" />
        </a>
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label="去掉影像" onClick={() => onChange?.(null)} />
      </span>
    )
  return (
    <UploadPicture purpose="site_licence" accept="image/jpeg,image/png,image/webp" onChange={([file]) => file && onChange?.(file.id)} />
  )
}

function control(field: SettingFieldWire, usual?: string) {
  switch (field.kind) {
    case 'long':
      return <Input.TextArea maxLength={field.most ?? 500} autoSize={{ minRows: 3, maxRows: 8 }} />
    case 'money':
      return <Input prefix="¥" maxLength={13} inputMode="decimal" className="setting-money" />
    case 'number':
      return <InputNumber {...(field.unit && { suffix: field.unit })} className="setting-number" />
    case 'time':
      return <Input maxLength={5} placeholder="08:30" className="setting-number" />
    case 'day':
      return <Day field={field} />
    case 'switch':
      return <Switch field={field} {...(usual && { usual })} />
    case 'lines':
      return <Lines field={field} />
    case 'days':
      return <Select mode="tags" tokenSeparators={[' ', ',', '，', '、']} placeholder="2027-02-17" open={false} suffixIcon={null} />
    case 'weekdays':
      return <Select mode="multiple" options={WEEKDAYS} />
    case 'provinces':
      return <Select mode="multiple" showSearch={{ optionFilterProp: 'label' }} options={options(field)} />
    case 'choice':
      return <Select options={options(field)} />
    case 'picture':
      return <Picture field={field} />
    default:
      return field.choices ? (
        <AutoComplete options={options(field)} maxLength={field.most ?? 120} />
      ) : (
        <Input maxLength={field.most ?? 120} />
      )
  }
}

const wide = ({ kind }: SettingFieldWire) => ['provinces', 'days', 'lines', 'long', 'rows', 'rates', 'weekdays'].includes(kind)
/** An address, a sentence: read whole. */
const LONG_TEXT = 100
const long = ({ kind, choices, most = LONG_TEXT }: SettingFieldWire) => kind === 'text' && !choices && most >= LONG_TEXT

/** One field below its setting, under its own name. */
function Part({ field, path }: { field: SettingFieldWire; path: FieldPath }) {
  if (field.kind === 'rows' || field.kind === 'rates')
    return (
      <fieldset className="setting-wide">
        <legend>{field.title}</legend>
        <SettingField field={field} path={path} />
      </fieldset>
    )
  return (
    <Form.Item
      name={path}
      label={field.required ? `${field.title} *` : field.title}
      {...(field.hint && { extra: field.hint })}
      className={wide(field) ? 'setting-wide' : long(field) ? 'setting-long' : ''}
    >
      {control(field)}
    </Form.Item>
  )
}

function Rows({ field, path }: { field: SettingFieldWire; path: FieldPath }) {
  return (
    <Form.List name={path}>
      {(rows, { add, remove }) => (
        <div className="setting-rows">
          {rows.map(({ key, name }, at) => (
            <div key={key} className="setting-row">
              <b>{at + 1}</b>
              <div className="setting-parts">
                {field.fields?.map((one) => (
                  <Part key={one.name} field={one} path={[name, one.name]} />
                ))}
              </div>
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={`去掉第 ${at + 1} 条${field.title}`}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          {rows.length < (field.most ?? 100) && (
            <Button size="small" icon={<PlusOutlined />} onClick={() => add({})}>
              加一条{field.title}
            </Button>
          )}
        </div>
      )}
    </Form.List>
  )
}

export function SettingField({ field, path, usual }: { field: SettingFieldWire; path: FieldPath; usual?: string }) {
  if (field.kind === 'rows') return <Rows field={field} path={path} />
  if (field.kind === 'group')
    return (
      <div className="setting-parts">
        {field.fields?.map((one) => (
          <Part key={one.name} field={one} path={[...path, one.name]} />
        ))}
      </div>
    )
  if (field.kind === 'rates')
    return (
      <div className="setting-parts">
        {field.choices?.map(({ value, text }) => (
          <Form.Item key={value} name={[...path, value]} label={text}>
            <InputNumber {...(field.unit && { suffix: field.unit })} className="setting-number" />
          </Form.Item>
        ))}
      </div>
    )
  return (
    <Form.Item name={path} label={field.title} className="setting-alone" {...(field.hint && { extra: field.hint })}>
      {control(field, usual)}
    </Form.Item>
  )
}
