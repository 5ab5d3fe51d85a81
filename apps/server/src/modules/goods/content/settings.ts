/**
 * Rows of the table setting that the frame reads. What is not set is shown nowhere; a value of the wrong shape is an
 * operator's mistake and named as such.
 *
 * company_name   text        操作者名称, footer
 * hot_line       text        服务热线
 * qq1, qq2       text        QQ 咨询号码
 * service_hours  [text]      a line each: 周一至周六 8:30–18:00
 * footer_notice  text        the notice on drugs that the site does not publish
 * licences       [{name, value}]          the operator's licence numbers, footer and help
 * promises       [{icon, title, text}]    the four promises above the footer
 * wechat_service {name, url}     the WeChat service account: what its code opens; a path stands for a page of this site
 */
export const SETTING_KEYS = [
  'company_name',
  'hot_line',
  'qq1',
  'qq2',
  'service_hours',
  'footer_notice',
  'licences',
  'promises',
  'wechat_service',
] as const
export type SettingKey = (typeof SETTING_KEYS)[number]

export interface SiteSettings {
  company_name: string
  hot_line: string
  qq1: string
  qq2: string
  service_hours: string[]
  footer_notice: string
  licences: { name: string; value: string }[]
  promises: { icon: string; title: string; text: string }[]
  /** null: there is none. */
  wechat: { name: string; url: string } | null
}

type Values = ReadonlyMap<string, unknown>

function wrongShape(key: string, expected: string): Error {
  return new Error(`setting ${key} must be ${expected}`)
}

function text(values: Values, key: SettingKey): string {
  const value = values.get(key) ?? ''
  if (typeof value !== 'string') throw wrongShape(key, 'a text')
  return value
}

function list(values: Values, key: SettingKey): unknown[] {
  const value = values.get(key) ?? []
  if (!Array.isArray(value)) throw wrongShape(key, 'a list')
  return value
}

function wechat(values: Values): SiteSettings['wechat'] {
  const value = values.get('wechat_service') ?? null
  if (value === null) return null
  const { name, url } = value as Record<string, unknown>
  if (typeof name !== 'string' || typeof url !== 'string' || !/^(https:\/\/|\/)/.test(url)) {
    throw wrongShape('wechat_service', '{ name, url } with a path or an https address')
  }
  return { name, url }
}

/** A list of objects of which every named field is a text. */
function records<Field extends string>(values: Values, key: SettingKey, fields: readonly Field[]): Record<Field, string>[] {
  return list(values, key).map((item) => {
    const record = {} as Record<Field, string>
    for (const field of fields) {
      const value: unknown = typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[field] : undefined
      if (typeof value !== 'string') throw wrongShape(key, `a list of { ${fields.join(', ')} } with texts`)
      record[field] = value
    }
    return record
  })
}

export function siteSettings(values: Values): SiteSettings {
  return {
    company_name: text(values, 'company_name'),
    hot_line: text(values, 'hot_line'),
    qq1: text(values, 'qq1'),
    qq2: text(values, 'qq2'),
    service_hours: list(values, 'service_hours').map((line) => {
      if (typeof line !== 'string') throw wrongShape('service_hours', 'a list of texts')
      return line
    }),
    footer_notice: text(values, 'footer_notice'),
    licences: records(values, 'licences', ['name', 'value']),
    promises: records(values, 'promises', ['icon', 'title', 'text']),
    wechat: wechat(values),
  }
}
