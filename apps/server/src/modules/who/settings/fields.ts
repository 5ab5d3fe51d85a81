import type { SettingFieldWire } from '#contract/settings.ts'
import type { HiddenKey, SettingKey } from '../../../platform/settings.ts'

/** What the descriptions of settings are written with. */

export type OpenKey = Exclude<SettingKey, HiddenKey>

export interface Described {
  group: string
  title: string
  text: string
  /** What holds where it is not set. */
  usual: string
  field: Omit<SettingFieldWire, 'name' | 'title'>
}

export const NAME_MAX = 60
const LINE_MAX = 120
export const text = (name: string, title: string, more: Partial<SettingFieldWire> = {}): SettingFieldWire => ({
  name,
  title,
  kind: 'text',
  most: LINE_MAX,
  ...more,
})
export const money = (name: string, title: string, more: Partial<SettingFieldWire> = {}): SettingFieldWire => ({
  name,
  title,
  kind: 'money',
  ...more,
})
export const number = (name: string, title: string, unit: string, min: number, max: number, hint = ''): SettingFieldWire => ({
  name,
  title,
  kind: 'number',
  unit,
  min,
  max,
  ...(hint && { hint }),
})
