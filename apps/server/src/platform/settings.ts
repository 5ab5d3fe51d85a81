import { type Static, type TArray, type TObject, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Connection } from './database.ts'

/** What the operator of a shop may set: rows of the table setting, JSON by key. This list is all there are. */

const Text = Type.String()
const Money = Type.Union([Type.String({ pattern: '^\\d{1,9}(\\.\\d{1,2})?$' }), Type.Number({ minimum: 0 })], {
  description: 'yuan',
})
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Time = Type.String({ pattern: '^([01]\\d|2[0-4]):[0-5]\\d$' })
const Minutes = Type.Integer({ minimum: 1 })
const Mails = Type.Array(Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 100 }), { maxItems: 10 })
const Opt = Type.Optional

const SETTINGS = {
  // The frame of every page. What is not set is shown nowhere.
  /** 操作者名称, footer */
  company_name: Text,
  /** 服务热线 */
  hot_line: Text,
  qq1: Text,
  qq2: Text,
  /** A line each: 周一至周六 8:30–18:00 */
  service_hours: Type.Array(Text),
  /** The notice on drugs that the site does not publish. */
  footer_notice: Text,
  /** The operator's licence numbers, in the footer and on papers. file: its picture, which anybody may look at. */
  licences: Type.Array(Type.Object({ name: Text, value: Text, until: Opt(Day), file: Opt(Type.Integer({ minimum: 1 })) })),
  /** The four promises above the footer. */
  promises: Type.Array(Type.Object({ icon: Text, title: Text, text: Text })),
  /** The WeChat service account: what its code opens; a path stands for a page of this site. */
  wechat_service: Type.Object({ name: Text, url: Type.String({ pattern: '^(https://|/)' }) }),
  quality_inspection: Type.Object({ url: Opt(Text), msg: Opt(Text) }),
  /** Where accounts sign in: a page of this site. */
  login_url: Type.String({ pattern: '^/(?![/\\\\])' }),

  // The service.
  /** Whether there is a chat at all; without it pages show the QQ contacts. */
  chat_open: Type.Boolean(),
  /** Beijing time; not set: always. */
  chat_hours: Type.Object({
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 })),
    from: Time,
    to: Time,
    closed_on: Opt(Type.Array(Day)),
  }),

  // The terms of the trade. What is not set is the rule's own default.
  shipping: Type.Object({
    free_from: Opt(Money),
    fee: Opt(Money),
    regions: Opt(Type.Array(Type.Object({ provinces: Type.Array(Text, { minItems: 1 }), free_from: Opt(Money), fee: Opt(Money) }))),
  }),
  order_deadlines: Type.Object({ ordinary_minutes: Opt(Minutes), flash_minutes: Opt(Minutes), ephedrine_minutes: Opt(Minutes) }),
  points: Type.Object({ per_yuan: Opt(Type.Integer({ minimum: 0 })) }),
  /** What a company may hold without having paid. */
  unpaid_limits: Type.Object({
    orders: Opt(Type.Integer({ minimum: 1, maximum: 10_000 })),
    share: Opt(Type.Integer({ minimum: 1, maximum: 100 })),
    floor: Opt(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  }),
  recharge: Type.Object({
    min: Opt(Money),
    max: Opt(Money),
    tiers: Opt(Type.Array(Type.Object({ amount: Money, gift: Money }))),
  }),
  /** false: the shop takes no applications for returns at present. */
  after_sale_open: Type.Boolean(),
  return_address: Type.Object({ receiver: Text, phone: Text, address: Text }),
  /** Until when companies of the old system buy although their papers are missing. Triggers read it too (migration 0054). */
  old_customers_until: Day,
  /** How long a batch must still be in date to be sold as ordinary goods; read by the database alone (migration 0059). */
  min_remaining_days: Type.Object({
    days: Opt(Type.Integer({ minimum: 0 })),
    kinds: Opt(Type.Record(Text, Type.Integer({ minimum: 0 }))),
  }),

  /** true: who picked an order may also be the one who checks and ships it, in a warehouse of one person. */
  picker_ships: Type.Boolean(),

  /** Messages to many companies: Beijing hours in which none is sent, and how many a company gets in a day. */
  broadcasts: Type.Object({ quiet_from: Opt(Time), quiet_to: Opt(Time), per_day: Opt(Type.Integer({ minimum: 1, maximum: 20 })) }),

  /** Per cent by which one person may cut a price at once; more, or a price below cost or floor, needs a second person. */
  price_cut_percent: Type.Integer({ minimum: 0, maximum: 100 }),

  // The wholesaler on its papers.
  supplier: Type.Object({ name: Opt(Text), tax_no: Opt(Text), address: Opt(Text), phone: Opt(Text) }),
  /** others: further accounts of the same holder. */
  bank_account: Type.Object({
    name: Opt(Text),
    bank: Opt(Text),
    number: Opt(Text),
    others: Opt(Type.Array(Type.Object({ bank: Text, number: Text }))),
  }),
  /** Percent of VAT by kind of goods, or default. */
  tax_rates: Type.Record(Text, Type.Number({ minimum: 0, maximum: 17 })),

  /** Whether staff need a second factor; not set: yes, but in the demo (platform/viewer-store.ts reads it in SQL). */
  staff_second_factor: Type.Boolean(),

  /** Beyond which a second person approves, and for how many days a request waits (modules/who/approvals/limits.ts has what holds unset). */
  four_eyes: Type.Object({
    balance_over: Opt(Money),
    credit_over: Opt(Money),
    refund_over: Opt(Money),
    days: Opt(Type.Integer({ minimum: 1, maximum: 30 })),
  }),

  // Whom the shop mails what waits in the console too (modules/talking/channels/digests.ts). Not set: nobody.
  mail_finance: Mails,
  mail_quality: Mails,
  mail_system: Mails,

  // What the shop keeps for itself.
  shop_kind: Type.Enum(['demo', 'real']),
  gateway_secret: Text,
  device_secret: Text,
}

export type SettingKey = keyof typeof SETTINGS
/** What nobody sets on a screen: what the shop is, and its secrets. */
export type HiddenKey = 'shop_kind' | 'gateway_secret' | 'device_secret'
type SettingValue<Key extends SettingKey> = Static<(typeof SETTINGS)[Key]>
export type ShopSettings = { readonly [Key in SettingKey]?: SettingValue<Key> }
/** null: not set. */
export type SettingsOf<Key extends SettingKey> = { readonly [One in Key]: SettingValue<One> | null }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const hasFields = (schema: TSchema): schema is TObject => 'properties' in schema
const hasItems = (schema: TSchema): schema is TArray => 'items' in schema

/** What of a value can be used: a wrong field or entry is as if it were not set. undefined: nothing. */
function usable(schema: TSchema, value: unknown): unknown {
  if (Value.Check(schema, value)) return value
  if (Array.isArray(value) && hasItems(schema)) {
    const items = (value as unknown[]).map((one) => usable(schema.items, one)).filter((one) => one !== undefined)
    return Value.Check(schema, items) ? items : undefined
  }
  if (!isObject(value) || !hasFields(schema)) return undefined
  const fields = Object.entries(schema.properties).flatMap(([name, own]) => {
    const field = name in value ? usable(own, value[name]) : undefined
    return field === undefined ? [] : [[name, field]]
  })
  const rest: unknown = Object.fromEntries(fields)
  return Value.Check(schema, rest) ? rest : undefined
}

/** Settings out of rows that somebody read beside something else. The shop goes on selling with what is left of a wrong one. */
export function settingsFrom<Key extends SettingKey>(
  keys: readonly Key[],
  values: ReadonlyMap<string, unknown> | Readonly<Record<string, unknown>>,
): SettingsOf<Key> {
  const said = (key: Key): unknown => (values instanceof Map ? values.get(key) : (values as Record<string, unknown>)[key])
  return Object.fromEntries(keys.map((key) => [key, usable(SETTINGS[key], said(key)) ?? null])) as SettingsOf<Key>
}

function refuseWrong(key: SettingKey, value: unknown): void {
  const [fault] = Value.Errors(SETTINGS[key], value)
  if (fault) throw new Error(`setting ${key} is wrong: ${fault.instancePath || 'value'} ${fault.message}`)
}

async function valuesOf(connection: Connection, keys: readonly SettingKey[]): Promise<Map<string, unknown>> {
  const rows = await connection.selectFrom('setting').select(['key', 'value']).where('key', 'in', keys).execute()
  return new Map(rows.map((row) => [row.key, row.value as unknown]))
}

export const readSettings = async <Key extends SettingKey>(connection: Connection, keys: readonly Key[]): Promise<SettingsOf<Key>> =>
  settingsFrom(keys, await valuesOf(connection, keys))

/** As settingsFrom, where a wrong one must not pass for one that is not set: an operator's mistake is named. */
export function rightSettingsFrom<Key extends SettingKey>(keys: readonly Key[], values: ReadonlyMap<string, unknown>): SettingsOf<Key> {
  for (const key of keys) if ((values.get(key) ?? null) !== null) refuseWrong(key, values.get(key))
  return settingsFrom(keys, values)
}

export const readRightSettings = async <Key extends SettingKey>(connection: Connection, keys: readonly Key[]): Promise<SettingsOf<Key>> =>
  rightSettingsFrom(keys, await valuesOf(connection, keys))

/** In the caller's transaction; a value of another shape is refused before it is kept. */
export async function writeSetting<Key extends SettingKey>(connection: Connection, key: Key, value: SettingValue<Key>): Promise<void> {
  refuseWrong(key, value)
  const json = JSON.stringify(value)
  await connection
    .insertInto('setting')
    .values({ key, value: json })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json }))
    .execute()
}

/** As they stand, whatever their shape; those that are not set are absent. */
export const standingSettings = (connection: Connection, keys: readonly SettingKey[]): Promise<Map<string, unknown>> =>
  valuesOf(connection, keys)

/** Whether a value has the shape of its setting. */
export const fitsSetting = (key: SettingKey, value: unknown): boolean => Value.Check(SETTINGS[key], value)

/** A value of any key, or none: then the rule's own default holds. In the caller's transaction. */
export async function setOrClear(connection: Connection, key: SettingKey, value: unknown): Promise<void> {
  if (value === null) await connection.deleteFrom('setting').where('key', '=', key).execute()
  else await writeSetting(connection, key, value as SettingValue<typeof key>)
}

/** All of them, for a shop that is set up. */
export async function writeSettings(connection: Connection, values: ShopSettings): Promise<void> {
  for (const [key, value] of Object.entries(values)) await writeSetting(connection, key as SettingKey, value)
}
