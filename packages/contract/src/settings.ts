import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf } from './shapes.ts'

/** What the shop's people set, as forms draw it: no key and no JSON is seen by anybody. */

export type SettingKind =
  | 'text'
  | 'long'
  | 'phone'
  | 'money'
  | 'number'
  | 'day'
  | 'time'
  | 'switch'
  | 'lines'
  | 'days'
  | 'weekdays'
  | 'provinces'
  | 'choice'
  | 'picture'
  /** Fields of an object. */
  | 'group'
  /** A list of objects. */
  | 'rows'
  /** A number for each choice. */
  | 'rates'

export interface SettingFieldWire {
  /** '' of the setting itself. */
  name: string
  title: string
  kind: SettingKind
  hint?: string
  unit?: string
  required?: boolean
  min?: number
  max?: number
  /** How long a text may be, how many rows a list may have. */
  most?: number
  choices?: readonly { value: string; text: string }[]
  fields?: readonly SettingFieldWire[]
}

const Setting = Type.Object({
  key: Type.String(),
  title: Type.String(),
  text: Type.String({ description: 'what it means' }),
  usual: Type.String({ description: 'what holds where it is not set' }),
  field: Type.Unsafe<SettingFieldWire>(Type.Unknown()),
  value: Type.Unknown({ description: 'null: not set' }),
  changed_at: Type.String({ description: 'empty: never by anybody on this page' }),
  changed_by: Type.String(),
})
export type SettingWire = Static<typeof Setting>

const Settings = Type.Object({
  version: Type.Integer({ description: 'number of the last change' }),
  groups: listOf({ key: Type.String(), title: Type.String(), text: Type.String(), list: Type.Array(Setting) }),
})
export type SettingsWire = Static<typeof Settings>

export const staffSettings = call('GET', '/api/staff/setting', {
  permission: 'settings.view',
  summary: '商城设置',
  data: Settings,
})

/**
 * All of them or none; those that somebody changed after `version` are not written over. What lowers a guard, or sends buyers' money
 * elsewhere, waits for a second person.
 */
export const staffSettingSave = call('POST', '/api/staff/setting', {
  permission: 'settings.change',
  approval: 'setting.guard',
  summary: '修改商城设置',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({
    changes: Type.Array(
      Type.Object({
        key: Type.String({ maxLength: 40 }),
        value: Type.String({ maxLength: 20_000, description: 'JSON, since forms know texts alone; null: as usual' }),
      }),
      { minItems: 1, maxItems: 40 },
    ),
    reason: Type.String({ minLength: 2, maxLength: 200 }),
    version: Type.Integer({ minimum: 0, description: 'as it was read' }),
  }),
  data: Settings,
})

export const staffSettingHistory = call('GET', '/api/staff/setting/:key/history', {
  permission: 'settings.view',
  summary: '一项设置的历史',
  params: Type.Object({ key: Type.String({ maxLength: 40 }) }),
  query: Type.Object({ before: Type.Optional({ ...Id, description: 'the page after this change' }) }),
  data: Type.Object({
    list: listOf({
      id: Id,
      at: Type.String(),
      actor: Type.String(),
      reason: Type.String(),
      before: Type.String({ description: 'in words; empty: not set' }),
      value: Type.String(),
    }),
    next: Type.Integer({ description: '0: no more' }),
  }),
})

// ── 开业准备 ──

const Step = Type.Object({
  key: Type.String(),
  title: Type.String(),
  done: Flag,
  text: Type.String({ description: 'what is missing, or what there is' }),
  to: Type.String({ description: 'page of the console that does it; empty: none' }),
  go: Type.String({ description: 'what is done there' }),
})
export type OpeningStepWire = Static<typeof Step>
export const staffOpening = call('GET', '/api/staff/opening', {
  permission: 'settings.view',
  summary: '开业准备：每一步是否就绪',
  data: Type.Object({
    steps: Type.Array(Step),
    total: Type.Integer({ description: 'steps that are not done' }),
    preparing: { ...Flag, description: '1: buyers read that the shop is being prepared' },
  }),
})
