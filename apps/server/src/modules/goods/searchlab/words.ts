import type { BodyOf } from '#contract/call.ts'
import type { SearchWordWire, staffSearchWordAdd, staffSearchWordRemove, staffSearchWordSave } from '#contract/searchlab.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, fieldErrors, notFound } from '../../../platform/errors.ts'
import { requireVisible } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { deleteWord, insertWord, lockWord, normalise, type WordEntry, type WordRow, writeWord } from '../search/public.ts'
import { lineOf, wordById } from './views.ts'

type Said = BodyOf<typeof staffSearchWordAdd>

export const wordWire = ({ seed, active, own, ...row }: WordRow): SearchWordWire => ({
  ...row,
  words: [...row.words],
  targets: [...row.targets],
  active: active ? 1 : 0,
  own: own ? 1 : 0,
  seeded: seed === null ? 0 : 1,
})

async function wordOf(connection: Connection, id: number): Promise<SearchWordWire> {
  const row = await wordById(connection, id)
  if (row === null) throw notFound('搜索词')
  return wordWire(row)
}

const tidy = (texts: readonly string[]): string[] => [...new Set(texts.map((one) => one.trim().replace(/\s+/g, ' ')))]

/** What is compared must be left of each: a word of signs alone is found by nothing. */
function entryOf({ kind, words, targets, parent, note }: Said): WordEntry {
  const entry = { kind, words: tidy(words), targets: tidy(targets), parent: parent.trim(), note: note.trim() }
  requireVisible({ words: entry.words.join(' '), targets: entry.targets.join(' '), parent: entry.parent, note: entry.note })
  const empty = (['words', 'targets'] as const).filter((field) => entry[field].some((one) => normalise(one).text === ''))
  if (empty.length > 0) throw fieldErrors(empty.map((field) => ({ field, message: '每个词都要有汉字、字母或数字' })))
  if (entry.parent !== '' && kind !== 'class') throw fieldErrors([{ field: 'parent', message: '只有类别有上级类' }])
  return entry
}

/** former: the words that the line had. The shop's own lists say a few things twice. */
async function refuseTwin(connection: Connection, { kind, words }: WordEntry, id: number, former: readonly string[]): Promise<void> {
  for (const word of words.filter((one) => !former.includes(one))) {
    const twin = await lineOf(connection, kind, word, id)
    if (twin !== null) throw fieldErrors([{ field: 'words', message: `“${word}”已经在另一行里，请改那一行` }])
  }
}

export async function addWord({ db }: DatabaseHandle, staff: StaffActor, said: Said, now: Date): Promise<SearchWordWire> {
  const entry = entryOf(said)
  return transact(db, async (trx) => {
    await refuseTwin(trx, entry, 0, [])
    const id = await insertWord(trx, entry)
    await writeAudit(trx, staff, { action: 'search_word.add', subject: `search_word:${id}`, before: null, after: entry }, now)
    return wordOf(trx, id)
  })
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join('、') : typeof value === 'boolean' ? (value ? '是' : '否') : String(value)

async function lockedAt(connection: Connection, id: number, version: number): Promise<WordRow> {
  const row = await lockWord(connection, id)
  if (row === null) throw notFound('搜索词')
  if (row.version === version) return row
  const { kind, words, targets, parent, note, active } = row
  const stands = { kind, words, targets, parent, note, active }
  throw changedMeanwhile(
    row.version,
    Object.entries(stands).map(([field, theirs]) => ({ field, theirs: textOf(theirs) })),
  )
}

const before = ({ kind, words, targets, parent, note, active }: WordRow) => ({ kind, words, targets, parent, note, active })

export async function saveWord(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { version, active, ...said }: BodyOf<typeof staffSearchWordSave>,
  now: Date,
): Promise<SearchWordWire> {
  const entry = entryOf(said)
  return transact(db, async (trx) => {
    const row = await lockedAt(trx, id, version)
    await refuseTwin(trx, entry, id, row.words)
    await writeWord(trx, id, entry, active === 1)
    const after = { ...entry, active: active === 1 }
    await writeAudit(trx, staff, { action: 'search_word.change', subject: `search_word:${id}`, before: before(row), after }, now)
    return wordOf(trx, id)
  })
}

export async function removeWord(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { version, reason }: BodyOf<typeof staffSearchWordRemove>,
  now: Date,
): Promise<{ removed: 0 | 1 }> {
  return transact(db, async (trx) => {
    const row = await lockedAt(trx, id, version)
    // What came with the shop would come again with its next start.
    if (row.seed === null) await deleteWord(trx, id)
    else await writeWord(trx, id, row, false)
    const after = { removed: row.seed === null, active: false, reason: reason.trim() }
    await writeAudit(trx, staff, { action: 'search_word.remove', subject: `search_word:${id}`, before: before(row), after }, now)
    return { removed: row.seed === null ? 1 : 0 }
  })
}
