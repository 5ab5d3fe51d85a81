import type { SettingFieldWire } from '#contract/settings.ts'
import { isTradeDate, tidy } from '#domain/identifiers.ts'
import { fenFromYuan, yuan } from '#domain/money.ts'
import { cleaned, hiddenIn } from '#domain/paper-text.ts'
import type { FieldError } from '../../../platform/errors.ts'

/** What a person typed for a setting: tidied, or refused at the field that is wrong. undefined: nothing was said. */

const TEXT_MAX = 500
const LIST_MAX = 100
const PHONE = /^\+?\d[\d -]{4,20}\d(转\d{1,6})?$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/
const WEEK = 7

interface Taking {
  /** The field's own address: licences[0].name. */
  at: string
  say: (at: string, message: string) => undefined
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const within = (at: string, name: string) => (at === '' ? name : `${at}.${name}`)

function textOf(field: SettingFieldWire, raw: unknown, { at, say }: Taking): string | undefined {
  if (typeof raw !== 'string') return say(at, `${field.title}应是文字`)
  const text = field.kind === 'long' ? cleaned(raw).trim() : tidy(cleaned(raw))
  const most = field.most ?? TEXT_MAX
  if (text === '') return undefined
  if (text.length > most) return say(at, `${field.title}不超过 ${most} 个字`)
  const hidden = hiddenIn(text)
  if (hidden !== null) return say(at, hidden)
  if (field.kind === 'phone' && !PHONE.test(text)) return say(at, '电话只能是数字、短横线和“转”分机')
  if (field.kind === 'time' && !TIME.test(text)) return say(at, '时间写成 08:30，24:00 是一天之末')
  if (field.kind === 'day' && !isTradeDate(text)) return say(at, '请填写有效的日期')
  if (field.kind === 'choice' && !field.choices?.some(({ value }) => value === text)) return say(at, `请选择${field.title}`)
  return text
}

function numberOf({ title, min = 0, max = Number.MAX_SAFE_INTEGER, unit = '' }: SettingFieldWire, raw: unknown, { at, say }: Taking) {
  const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  if (raw === '') return undefined
  const isRate = unit === '%' && max < 100
  if (typeof value !== 'number' || !(isRate ? Number.isFinite(value) : Number.isInteger(value)))
    return say(at, `${title}应是${isRate ? '数字' : '整数'}`)
  if (value < min || value > max) return say(at, `${title}在 ${min} 到 ${max}${unit && ` ${unit}`}之间`)
  return value
}

function moneyOf({ title }: SettingFieldWire, raw: unknown, { at, say }: Taking): string | undefined {
  if (raw === '') return undefined
  const amount = typeof raw === 'string' || typeof raw === 'number' ? fenFromYuan(raw) : null
  if (amount === null || amount < 0 || amount >= 1e11) return say(at, `${title}应是金额，如 800 或 12.50`)
  return yuan(amount)
}

/** Lists of plain values: lines, days, weekdays, provinces. */
function listOf(field: SettingFieldWire, raw: unknown, { at, say }: Taking): unknown {
  if (!Array.isArray(raw)) return say(at, `${field.title}应是一列`)
  const most = Math.min(field.most ?? LIST_MAX, LIST_MAX)
  if (raw.length > most) return say(at, `${field.title}至多 ${most} 条`)
  if (field.kind === 'weekdays') {
    const days = raw.filter((one): one is number => Number.isInteger(one) && (one as number) >= 1 && (one as number) <= WEEK)
    if (days.length < raw.length) return say(at, '请选择星期几')
    return days.length === 0 ? undefined : [...new Set(days)].sort()
  }
  const kind = field.kind === 'days' ? 'day' : 'text'
  const list = raw.map((one, index) => textOf({ name: '', title: field.title, kind }, one, { at: `${at}[${index}]`, say }))
  const choices = field.choices
  if (choices !== undefined)
    for (const [index, one] of list.entries())
      if (one !== undefined && !choices.some(({ value }) => value === one)) say(`${at}[${index}]`, `没有“${one}”`)
  const kept = [...new Set(list.filter((one) => one !== undefined))]
  return kept.length === 0 ? undefined : kept
}

function rowsOf(field: SettingFieldWire, raw: unknown, { at, say }: Taking): unknown {
  if (!Array.isArray(raw)) return say(at, `${field.title}应是一列`)
  const most = Math.min(field.most ?? LIST_MAX, LIST_MAX)
  if (raw.length > most) return say(at, `${field.title}至多 ${most} 条`)
  return raw.map((one, index) => groupOf(field, one ?? {}, { at: `${at}[${index}]`, say }) ?? {})
}

function groupOf(field: SettingFieldWire, raw: unknown, { at, say }: Taking): Record<string, unknown> | undefined {
  if (!isObject(raw)) return say(at, `${field.title}填写有误`)
  const fields = field.fields ?? []
  const taken = fields.map((one) => [one, takenOf(one, raw[one.name], { at: within(at, one.name), say })] as const)
  const said = Object.fromEntries(taken.flatMap(([{ name }, value]) => (value === undefined ? [] : [[name, value]])))
  // Where nothing at all is said of a whole group, it is not set.
  const isRow = at.endsWith(']')
  if (Object.keys(said).length === 0 && !isRow && fields.every(({ name }) => isSilent(raw[name]))) return undefined
  for (const [{ name, required, title, kind }] of taken)
    if (required && said[name] === undefined && isSilent(raw[name]))
      say(within(at, name), kind === 'choice' || kind === 'provinces' ? `请选择${title}` : `请填写${title}`)
  return said
}

function ratesOf(field: SettingFieldWire, raw: unknown, { at, say }: Taking): unknown {
  if (!isObject(raw)) return say(at, `${field.title}填写有误`)
  const choices = field.choices ?? []
  const strange = Object.keys(raw).find((name) => !choices.some(({ value }) => value === name))
  if (strange !== undefined) return say(at, `${field.title}里没有这一种`)
  const rates = choices.flatMap(({ value, text }) => {
    const given = raw[value]
    if (given === undefined || given === null) return []
    const rate = numberOf({ ...field, title: text, name: value }, given, { at: within(at, value), say })
    return rate === undefined ? [] : [[value, rate] as const]
  })
  return rates.length === 0 ? undefined : Object.fromEntries(rates)
}

const isSilent = (raw: unknown): boolean =>
  raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '') || (Array.isArray(raw) && raw.length === 0)

function takenOf(field: SettingFieldWire, raw: unknown, taking: Taking): unknown {
  if (raw === undefined || raw === null) return undefined
  switch (field.kind) {
    case 'switch':
      return typeof raw === 'boolean' ? raw : taking.say(taking.at, `${field.title}应是开或关`)
    case 'number':
      return numberOf(field, raw, taking)
    case 'picture':
      return Number.isSafeInteger(raw) && (raw as number) > 0 ? raw : taking.say(taking.at, '请重新上传影像')
    case 'money':
      return moneyOf(field, raw, taking)
    case 'lines':
    case 'days':
    case 'weekdays':
    case 'provinces':
      return listOf(field, raw, taking)
    case 'rows':
      return rowsOf(field, raw, taking)
    case 'group':
      return groupOf(field, raw, taking)
    case 'rates':
      return ratesOf(field, raw, taking)
    default:
      return textOf(field, raw, taking)
  }
}

/** A setting's value as it is kept; null: nothing is set. What is wrong is added to errors, at the field's address below the key. */
export function settingTaken(key: string, field: SettingFieldWire, raw: unknown, errors: FieldError[]): unknown {
  const say = (at: string, message: string): undefined => void errors.push({ field: at, message })
  return takenOf(field, raw, { at: key, say }) ?? null
}
