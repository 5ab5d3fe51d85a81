import type {
  FrontAdvertsWire,
  FrontAdvertWire,
  FrontLinksWire,
  FrontLinkWire,
  FrontSlotWire,
  FrontWordsWire,
  FrontWordWire,
  LinkPlace,
} from '#contract/front.ts'
import { linkProblem } from '#domain/front-links.ts'
import { advertWords, linkWords, orderWords, wordWords } from '#domain/front-words.ts'
import { hiddenIn } from '#domain/paper-text.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { claimPictures, imageProblem } from './front-pictures.ts'
import { brandOfSlot, brandSlot, SLOTS } from './front-slots.ts'
import {
  advertCounts,
  advertsIn,
  linksIn,
  listVersion,
  lockList,
  moveListOn,
  putAdverts,
  putLinks,
  putWords,
  wordsIn,
} from './front-store.ts'
import { readBrands } from './views.ts'

interface Entry {
  id: number
}
interface List<One extends Entry> {
  /** By which it is locked, and stands on record as front:name. */
  name: string
  action: 'front.adverts' | 'front.links' | 'front.words'
  read: (connection: Connection) => Promise<One[]>
  put: (connection: Connection, list: readonly One[]) => Promise<void>
  nameOf: (one: One) => string
  words: (one: One) => string
}

/** What stands there now, an entry each, and in which order. */
function changesOf<One extends Entry>({ nameOf, words }: List<One>, theirs: readonly One[], mine: readonly One[]) {
  const gone = mine.filter(({ id }) => id !== 0 && !theirs.some((one) => one.id === id))
  return [
    ...theirs.map((one) => ({ field: String(one.id), theirs: words(one) })),
    ...gone.map(({ id }) => ({ field: String(id), theirs: '' })),
    { field: 'order', theirs: orderWords(theirs.map(nameOf)) },
  ]
}

const onRecord = <One extends Entry>({ words }: List<One>, list: readonly One[]) =>
  Object.fromEntries(list.map((one, at) => [String(at + 1), words(one)]))

/** The second of two who save is told what stands there; an entry that is of no such list, or was taken away meanwhile, becomes a new one. */
async function saveList<One extends Entry>(
  { db }: DatabaseHandle,
  staff: StaffActor,
  list: List<One>,
  { version, list: typed }: { version: number; list: readonly One[] },
  now: Date,
  withKnown: (known: ReadonlySet<number>, typed: readonly One[]) => One[],
  before: (connection: Connection) => Promise<void> = async () => undefined,
): Promise<{ version: number; list: One[] }> {
  return transact(db, async (trx) => {
    const kept = await lockList(trx, list.name)
    const former = await list.read(trx)
    if (kept !== version) throw changedMeanwhile(kept, changesOf(list, former, typed))
    await before(trx)
    const known = new Set(former.flatMap((one) => [one.id, ...('children' in one ? (one.children as Entry[]).map(({ id }) => id) : [])]))
    await list.put(trx, withKnown(known, typed))
    await moveListOn(trx, list.name)
    const saved = await list.read(trx)
    const entry = { action: list.action, subject: `front:${list.name}`, before: onRecord(list, former), after: onRecord(list, saved) }
    await writeAudit(trx, staff, entry, now)
    return { version: kept + 1, list: saved }
  })
}

/** The same entry twice would be written over itself. */
function onlyKnown(known: ReadonlySet<number>): <One extends Entry>(one: One) => One {
  const taken = new Set<number>()
  return (one) => {
    const isKnown = known.has(one.id) && !taken.has(one.id)
    taken.add(one.id)
    return isKnown ? one : { ...one, id: 0 }
  }
}
const plainly = <One extends Entry>(known: ReadonlySet<number>, typed: readonly One[]): One[] => typed.map(onlyKnown(known))

const line = (text: string): string => text.trim().replace(/\s+/g, ' ')
const instant = (text: string): string => (text === '' ? '' : new Date(text).toISOString())

/** Gathers what is wrong, each at its field: list[2].url. */
function checks() {
  const errors: FieldError[] = []
  const say = (field: string, message: string | null) => {
    if (message !== null) errors.push({ field, message })
  }
  return {
    say,
    text(field: string, text: string, needed: string | null) {
      if (needed !== null && text === '') say(field, needed)
      else say(field, hiddenIn(text))
    },
    period(field: string, from: string, until: string) {
      if ([from, until].some((text) => text !== '' && Number.isNaN(Date.parse(text)))) say(field, '没有这样的时间')
      else if (from !== '' && until !== '' && Date.parse(from) >= Date.parse(until)) say(field, '结束时间要晚于开始时间')
    },
    done() {
      if (errors.length > 0) throw fieldErrors(errors)
    },
  }
}

// ── Adverts ──

async function slotOf(database: DatabaseHandle, slot: string) {
  const id = brandOfSlot(slot)
  if (id === null) {
    const found = SLOTS.find((one) => one.slot === slot)
    if (found === undefined) throw notFound('广告位')
    return found
  }
  const brand = (await readBrands(database)).find((one) => one.id === id)
  if (brand === undefined) throw notFound('广告位')
  return brandSlot(brand.id, brand.name)
}

export async function slotsForStaff(database: DatabaseHandle, now: Date): Promise<FrontSlotWire[]> {
  const [brands, counts] = await Promise.all([readBrands(database), advertCounts(database.db, now)])
  return [...SLOTS, ...brands.map(({ id, name }) => brandSlot(id, name))].map((one) => ({
    ...one,
    styles: one.styles ?? [],
    running: counts.get(one.slot)?.running ?? 0,
    total: counts.get(one.slot)?.total ?? 0,
  }))
}

const advertList = (slot: string): List<FrontAdvertWire> => ({
  name: `adverts:${slot}`,
  action: 'front.adverts',
  read: (connection) => advertsIn(connection, slot),
  put: (connection, list) => putAdverts(connection, slot, list),
  nameOf: ({ title }) => title,
  words: advertWords,
})

/** Tidied and checked; throws what is wrong, each at its field. */
export async function checkedAdverts(
  database: DatabaseHandle,
  slot: string,
  typed: readonly FrontAdvertWire[],
): Promise<{ page: string; list: FrontAdvertWire[] }> {
  const { page, styles = [] } = await slotOf(database, slot)
  const found = checks()
  const list = typed.map((one, at) => {
    const field = (name: string) => `list[${at}].${name}`
    const advert = { ...one, title: line(one.title), subtitle: line(one.subtitle), url: one.url.trim() }
    found.text(field('title'), advert.title, '请填写标题')
    found.text(field('subtitle'), advert.subtitle, null)
    found.say(field('url'), linkProblem(advert.url))
    found.say(field('image'), imageProblem(advert.image))
    if (advert.style !== '' && !styles.some(({ value }) => value === advert.style)) found.say(field('style'), '这个广告位没有这种底色')
    found.period(field('ends_at'), advert.starts_at, advert.ends_at)
    return advert
  })
  found.done()
  return { page, list: list.map((one) => ({ ...one, starts_at: instant(one.starts_at), ends_at: instant(one.ends_at) })) }
}

/** A colour that the slot does not know any more is of no use to whoever saves next. */
export async function advertsForStaff(database: DatabaseHandle, slot: string): Promise<FrontAdvertsWire> {
  const { styles = [] } = await slotOf(database, slot)
  const version = await listVersion(database.db, `adverts:${slot}`)
  const list = await advertsIn(database.db, slot)
  return { slot, version, list: list.map((one) => ({ ...one, style: styles.some(({ value }) => value === one.style) ? one.style : '' })) }
}

export async function saveAdverts(
  database: DatabaseHandle,
  staff: StaffActor,
  slot: string,
  { version, list: typed }: { version: number; list: readonly FrontAdvertWire[] },
  now: Date,
): Promise<FrontAdvertsWire> {
  const { list } = await checkedAdverts(database, slot, typed)
  const saved = await saveList(database, staff, advertList(slot), { version, list }, now, plainly, (trx) =>
    claimPictures(
      trx,
      list.map(({ image }) => image),
      'list',
    ),
  )
  return { slot, ...saved }
}

// ── Links ──

const linkList = (place: LinkPlace): List<FrontLinkWire> => ({
  name: `links:${place}`,
  action: 'front.links',
  read: (connection) => linksIn(connection, place),
  put: (connection, list) => putLinks(connection, place, list),
  nameOf: ({ name }) => name,
  words: linkWords,
})

export async function linksForStaff({ db }: DatabaseHandle, place: LinkPlace): Promise<FrontLinksWire> {
  return { version: await listVersion(db, `links:${place}`), list: await linksIn(db, place) }
}

export async function saveLinks(
  database: DatabaseHandle,
  staff: StaffActor,
  place: LinkPlace,
  { version, list: typed }: { version: number; list: readonly FrontLinkWire[] },
  now: Date,
): Promise<FrontLinksWire> {
  const found = checks()
  const tidy = <Link extends Omit<FrontLinkWire, 'children'>>(link: Link, field: string, isHead: boolean): Link => {
    const tidied = { ...link, name: line(link.name), url: link.url.trim(), badge: line(link.badge) }
    found.text(`${field}.name`, tidied.name, '请填写名称')
    found.text(`${field}.badge`, tidied.badge, null)
    if (place === 'partner' && tidied.url === '') found.say(`${field}.url`, '请填写网址')
    else if (isHead && place === 'help' && tidied.url !== '') found.say(`${field}.url`, '页脚的栏目只是标题，没有链接')
    else found.say(`${field}.url`, linkProblem(tidied.url))
    return tidied
  }
  const list = typed.map((head, at) => {
    if (place !== 'help' && head.children.length > 0) found.say(`list[${at}].children`, '这里只有一级')
    return {
      ...tidy(head, `list[${at}]`, true),
      children: head.children.map((child, under) => tidy(child, `list[${at}].children[${under}]`, false)),
    }
  })
  found.done()
  const withKnown = (known: ReadonlySet<number>, all: readonly FrontLinkWire[]): FrontLinkWire[] => {
    const checked = onlyKnown(known)
    return all.map(({ children, ...head }) => ({ ...checked(head), children: children.map(checked) }))
  }
  return saveList(database, staff, linkList(place), { version, list }, now, withKnown)
}

// ── Hot words ──

const WORD_LIST: List<FrontWordWire> = {
  name: 'words',
  action: 'front.words',
  read: wordsIn,
  put: putWords,
  nameOf: ({ name }) => name,
  words: wordWords,
}

export async function hotWordsForStaff({ db }: DatabaseHandle): Promise<FrontWordsWire> {
  return { version: await listVersion(db, WORD_LIST.name), list: await wordsIn(db) }
}

export async function saveHotWords(
  database: DatabaseHandle,
  staff: StaffActor,
  { version, list: typed }: { version: number; list: readonly FrontWordWire[] },
  now: Date,
): Promise<FrontWordsWire> {
  const found = checks()
  const list = typed.map((one, at) => {
    const word = { ...one, name: line(one.name), url: one.url.trim() }
    found.text(`list[${at}].name`, word.name, '请填写热词')
    if (typed.findIndex(({ name }) => line(name) === word.name) < at) found.say(`list[${at}].name`, `“${word.name}”已经有一条`)
    found.say(`list[${at}].url`, linkProblem(word.url))
    found.period(`list[${at}].ends_at`, word.starts_at, word.ends_at)
    return word
  })
  found.done()
  const dated = list.map((one) => ({ ...one, starts_at: instant(one.starts_at), ends_at: instant(one.ends_at) }))
  return saveList(database, staff, WORD_LIST, { version, list: dated }, now, plainly)
}
