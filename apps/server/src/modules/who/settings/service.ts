import type { BodyOf, DataOf } from '#contract/call.ts'
import type { SettingFieldWire, SettingsWire, SettingWire, staffSettingHistory, staffSettingSave } from '#contract/settings.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { readSettings, setOrClear, standingSettings } from '../../../platform/settings.ts'
import { changesOf, lastChanges, lockSettings, noteChange, type SettingChange } from '../../../platform/settings-history.ts'
import { transact } from '../../../platform/transact.ts'
import { claimFiles } from '../files/public.ts'
import { provinceNames } from '../regions/public.ts'
import { DESCRIBED, fieldOf, GROUPS, isOpenKey, OPEN_KEYS } from './described.ts'
import type { OpenKey } from './fields.ts'
import { settingProblems } from './rules.ts'
import { settingTaken } from './taken.ts'
import { settingWords } from './words.ts'

const HISTORY_PAGE = 30
/** Pictures of licences that stood in the setting once stay: what was shown to buyers can be shown again. */
const LICENCE_SUBJECT = 'setting:licences'

/** Provinces are those that addresses have. */
const withProvinces = (field: SettingFieldWire): SettingFieldWire => ({
  ...field,
  ...(field.kind === 'provinces' && { choices: provinceNames().map((name) => ({ value: name, text: name })) }),
  ...(field.fields && { fields: field.fields.map(withProvinces) }),
})
export const wholeField = (key: OpenKey): SettingFieldWire => withProvinces(fieldOf(key))

function settingWire(key: OpenKey, value: unknown, change: SettingChange | undefined): SettingWire {
  const { title, text, usual } = DESCRIBED[key]
  return {
    key,
    title,
    text,
    usual,
    field: wholeField(key),
    value: value ?? null,
    changed_at: change?.at.toISOString() ?? '',
    changed_by: change?.actor ?? '',
  }
}

async function settingsOn(connection: Connection): Promise<SettingsWire> {
  const values = await standingSettings(connection, OPEN_KEYS)
  const changes = await lastChanges(connection)
  return {
    version: Math.max(0, ...[...changes.values()].map(({ id }) => id)),
    groups: GROUPS.map(({ key: group, title, text }) => ({
      key: group,
      title,
      text,
      list: OPEN_KEYS.filter((key) => DESCRIBED[key].group === group).map((key) => settingWire(key, values.get(key), changes.get(key))),
    })),
  }
}

export const settingsOf = ({ db }: DatabaseHandle): Promise<SettingsWire> => settingsOn(db)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw fieldErrors([{ field: 'changes', message: '提交的内容有误，请刷新页面' }])
  }
}

/** As one form sends them: tidied, or refused at their fields. */
export function takenFrom(changes: BodyOf<typeof staffSettingSave>['changes']): Map<OpenKey, unknown> {
  const errors: FieldError[] = []
  const taken = new Map<OpenKey, unknown>()
  for (const { key, value } of changes) {
    if (!isOpenKey(key)) throw fieldErrors([{ field: 'changes', message: '没有这一项设置' }])
    if (taken.has(key)) throw fieldErrors([{ field: 'changes', message: `“${DESCRIBED[key].title}”提交了两次` }])
    const before = errors.length
    const said = settingTaken(key, wholeField(key), parsed(value), errors)
    if (said !== null && errors.length === before) errors.push(...settingProblems(key, said))
    taken.set(key, said)
  }
  if (errors.length > 0) throw fieldErrors(errors)
  return taken
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
const onRecord = (value: unknown): object | null =>
  value === null || value === undefined ? null : typeof value === 'object' && !Array.isArray(value) ? value : { value }

async function claimPictures(connection: Connection, licences: unknown): Promise<void> {
  const ids = (licences as { file?: number }[]).flatMap(({ file }) => file ?? [])
  await claimFiles(connection, { companyId: null, ids, purpose: 'site_licence', subject: LICENCE_SUBJECT, field: 'licences' })
}

/** All or none, in one transaction; who saves over what he has not seen is told what stands there. */
export async function saveSettings(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { changes, reason: typed, version }: BodyOf<typeof staffSettingSave>,
  now: Date,
): Promise<SettingsWire> {
  const taken = takenFrom(changes)
  const reason = typed.trim()
  if (reason.length < 2) throw fieldErrors([{ field: 'reason', message: '请写明理由（至少 2 个字）' }])
  return transact(db, async (trx) => {
    await lockSettings(trx)
    const values = await standingSettings(trx, [...taken.keys()])
    const last = await lastChanges(trx)
    const newer = [...taken.keys()].filter((key) => (last.get(key)?.id ?? 0) > version)
    if (newer.length > 0)
      throw changedMeanwhile(
        Math.max(...[...last.values()].map(({ id }) => id)),
        newer.map((key) => ({ field: key, theirs: settingWords(wholeField(key), values.get(key)) })),
      )
    for (const [key, value] of taken) {
      const before = values.get(key) ?? null
      if (isSame(before, value)) continue
      if (key === 'licences' && value !== null) await claimPictures(trx, value)
      await setOrClear(trx, key, value)
      await noteChange(trx, { key, before, value, reason }, staff, now)
      const after = { ...onRecord(value), reason }
      await writeAudit(trx, staff, { action: 'setting.change', subject: `setting:${key}`, before: onRecord(before), after }, now)
    }
    return settingsOn(trx)
  })
}

export async function settingHistory(
  { db }: DatabaseHandle,
  key: string,
  after: number | null,
): Promise<DataOf<typeof staffSettingHistory>> {
  if (!isOpenKey(key)) throw notFound('设置')
  const field = wholeField(key)
  const rows = await changesOf(db, key, after, HISTORY_PAGE + 1)
  const list = rows.slice(0, HISTORY_PAGE).map(({ id, at, actor, reason, before, value }) => ({
    id,
    at: at.toISOString(),
    actor,
    reason,
    before: settingWords(field, before),
    value: settingWords(field, value),
  }))
  return { list, next: rows.length > HISTORY_PAGE ? (list.at(-1)?.id ?? 0) : 0 }
}

/** Whether anybody may look at this file: it is the picture of a licence that the shop shows now. */
export async function isShownLicence({ db }: DatabaseHandle, fileId: number): Promise<boolean> {
  const { licences } = await readSettings(db, ['licences'])
  return licences?.some(({ file }) => file === fileId) === true
}
