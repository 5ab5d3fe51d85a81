import {
  AVAILABILITY_ENTRIES_MAX,
  type AvailabilityEntryWire,
  type AvailabilityWire,
  type staffAvailabilities,
  type staffAvailabilityAdd,
  type staffAvailabilityEntries,
  type staffAvailabilitySave,
} from '#contract/availability.ts'
import type { BodyOf, DataOf } from '#contract/call.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { requireVisible } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { keyOf, readEntries } from './entries.ts'
import { deleteEntries, deleteRule, insertEntries, insertRule, lockRule, lockRules, ruleNamed, writeRule } from './store.ts'
import { type EntryRow, entriesOf, entryPage, ruleById, ruleOfGoods, rulePage } from './views.ts'
import { ENTRIES_SHOWN, entriesText, entryText } from './words.ts'

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)
const entryWire = (row: EntryRow): AvailabilityEntryWire => ({
  id: row.id,
  province: row.province ?? '',
  city: row.city ?? '',
  company_type: row.company_type ?? '',
  company_id: row.company_id ?? 0,
  company: row.company ?? '',
  code: row.code ?? '',
  text: entryText(row),
})

export async function rulesOf(
  { db }: DatabaseHandle,
  { keywords, controlled, page, perPage }: { keywords: string; controlled: boolean | null; page: number; perPage: number },
): Promise<DataOf<typeof staffAvailabilities>> {
  const { rows, total } = await rulePage(db, { keywords, controlled }, (page - 1) * perPage, perPage)
  const first = Map.groupBy(
    await entriesOf(
      db,
      rows.map(({ id }) => id),
      ENTRIES_SHOWN,
    ),
    (entry) => entry.rule_id,
  )
  const list = rows.map(({ version: _version, ...row }) => ({
    ...row,
    controlled: flag(row.controlled),
    text: entriesText(first.get(row.id) ?? [], row.entries),
  }))
  return { list, total, page, per_page: perPage }
}

export async function entriesPage(
  { db }: DatabaseHandle,
  { rule, page, perPage }: { rule: number | null; page: number; perPage: number },
): Promise<DataOf<typeof staffAvailabilityEntries>> {
  const { rows, total } = await entryPage(db, rule, (page - 1) * perPage, perPage)
  const list = rows.map((row) => ({ ...entryWire(row), rule_id: row.rule_id, rule: row.rule, controlled: flag(row.controlled) }))
  return { list, total, page, per_page: perPage }
}

export async function ruleOf(connection: Connection, id: number): Promise<AvailabilityWire> {
  const row = await ruleById(connection, id)
  if (row === null) throw notFound('可售范围')
  const entries = await entriesOf(connection, [id], AVAILABILITY_ENTRIES_MAX)
  return { ...row, controlled: flag(row.controlled), entries: entries.map(entryWire) }
}

/** What leads to these goods for who is not admitted to them, in words; null: everybody is. */
export async function ruleToBuy(connection: Connection, goodsId: number): Promise<{ id: number; name: string; admits: string } | null> {
  const rule = await ruleOfGoods(connection, goodsId)
  if (rule === null) return null
  const entries = await entriesOf(connection, [rule.id], ENTRIES_SHOWN + 1)
  return {
    id: rule.id,
    name: rule.name,
    admits: `${entriesText(entries.slice(0, ENTRIES_SHOWN))}${entries.length > ENTRIES_SHOWN ? ' 等' : ''}`,
  }
}

const wrongName = (message: string) => fieldErrors([{ field: 'name', message }])

async function nameOf(connection: Connection, text: string, self: number | null): Promise<string> {
  const name = text.trim().replace(/\s+/g, ' ')
  if (name === '') throw wrongName('请填写名称')
  requireVisible({ name })
  const twin = await ruleNamed(connection, name)
  if (twin !== null && twin !== self) throw wrongName(`已经有“${name}”`)
  return name
}

export async function addAvailability(
  { db }: Pick<DatabaseHandle, 'db'>,
  staff: StaffActor,
  body: BodyOf<typeof staffAvailabilityAdd>,
  now: Date,
): Promise<AvailabilityWire> {
  return transact(db, async (trx) => {
    await lockRules(trx)
    const fields = { name: await nameOf(trx, body.name, null), controlled: body.controlled === 1 }
    const entries = await readEntries(trx, body, [])
    const id = await insertRule(trx, fields)
    await insertEntries(trx, id, entries)
    const made = await ruleOf(trx, id)
    const after = { name: made.name, controlled: made.controlled, entries: made.entries.map(({ text }) => text) }
    await writeAudit(trx, staff, { action: 'availability.add', subject: `availability:${id}`, before: null, after }, now)
    return made
  })
}

const said = (kept: AvailabilityWire) => [
  { field: 'name', theirs: kept.name },
  { field: 'controlled', theirs: kept.controlled === 1 ? '是' : '否' },
  { field: 'entries', theirs: kept.entries.map(({ text }) => text).join('、') },
]

export async function saveAvailability(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  body: BodyOf<typeof staffAvailabilitySave>,
  now: Date,
): Promise<AvailabilityWire> {
  return transact(db, async (trx) => {
    await lockRules(trx)
    const row = await lockRule(trx, id)
    if (row === null) throw notFound('可售范围')
    const before = await ruleOf(trx, id)
    if (row.version !== body.version) throw changedMeanwhile(row.version, said(before))
    const fields = { name: await nameOf(trx, body.name, id), controlled: body.controlled === 1 }
    const kept = await entriesOf(trx, [id], AVAILABILITY_ENTRIES_MAX)
    const wished = await readEntries(trx, body, kept)
    const [stands, wishedKeys] = [new Set(kept.map(keyOf)), new Set(wished.map(keyOf))]
    const fresh = wished.filter((entry) => !stands.has(keyOf(entry)))
    const gone = kept.filter((entry) => !wishedKeys.has(keyOf(entry)))
    if (fields.name === row.name && fields.controlled === row.controlled && fresh.length + gone.length === 0) return before
    await writeRule(trx, id, fields)
    await deleteEntries(
      trx,
      gone.map((entry) => entry.id),
    )
    await insertEntries(trx, id, fresh)
    const after = await ruleOf(trx, id)
    // Of a long list only what it lost and what it won.
    const known = new Set(before.entries.map((entry) => entry.id))
    const entry = {
      action: 'availability.change' as const,
      subject: `availability:${id}`,
      before: { name: before.name, controlled: before.controlled, entries: gone.map(entryText) },
      after: {
        name: after.name,
        controlled: after.controlled,
        entries: after.entries.filter((one) => !known.has(one.id)).map(({ text }) => text),
      },
    }
    await writeAudit(trx, staff, entry, now)
    return after
  })
}

/** Goods that follow it would be everybody's all at once: they are given another one first. */
export async function removeAvailability(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  reason: string,
  now: Date,
): Promise<{ id: number }> {
  return transact(db, async (trx) => {
    if ((await lockRule(trx, id)) === null) throw notFound('可售范围')
    const kept = await ruleOf(trx, id)
    if (kept.goods > 0) throw conflict(`还有 ${kept.goods} 种商品用着“${kept.name}”，先在商品资料里改用别的可售范围`)
    await deleteRule(trx, id)
    const before = { name: kept.name, controlled: kept.controlled, entries: kept.entries.map(({ text }) => text) }
    const after = { reason: reason.trim() }
    await writeAudit(trx, staff, { action: 'availability.remove', subject: `availability:${id}`, before, after }, now)
    return { id }
  })
}
