import type { SettingFieldWire } from '#contract/settings.ts'
import { fenFromYuan, yuan } from '#domain/money.ts'

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'] as const

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const choiceText = ({ choices = [] }: SettingFieldWire, value: string): string => choices.find((one) => one.value === value)?.text ?? value

function moneyWords(value: unknown): string {
  const amount = typeof value === 'string' || typeof value === 'number' ? fenFromYuan(value) : null
  return amount === null ? String(value) : `¥${yuan(amount)}`
}

/** A kept value as a person reads it in its history, or beside his own; '': not set. */
export function settingWords(field: SettingFieldWire, value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  const { kind, unit = '', fields = [] } = field
  if (kind === 'switch') return value === true ? '开' : '关'
  if (kind === 'money') return moneyWords(value)
  if (kind === 'number') return `${String(value)} ${unit}`.trim()
  if (kind === 'weekdays' && Array.isArray(value)) return value.map((day) => `周${WEEKDAYS[Number(day) - 1] ?? '？'}`).join('、')
  if (kind === 'picture') return '有影像'
  if (kind === 'group' && isObject(value))
    return fields
      .map((one) => [one.title, settingWords(one, value[one.name])] as const)
      .flatMap(([title, words]) => (words === '' ? [] : [`${title} ${words}`]))
      .join('；')
  if (kind === 'rows' && Array.isArray(value))
    return value.map((row, at) => `${at + 1}. ${settingWords({ ...field, kind: 'group' }, row)}`).join('\n') || '没有'
  if (kind === 'rates' && isObject(value))
    return Object.entries(value)
      .map(([name, rate]) => `${choiceText(field, name)} ${String(rate)}${unit}`)
      .join('，')
  if (Array.isArray(value)) return value.map(String).join('、')
  return kind === 'choice' ? choiceText(field, String(value)) : String(value)
}
