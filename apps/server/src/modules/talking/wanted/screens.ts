import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import { type staffWantedList, WANTED_STATES, type wantedInfo, type wantedList } from '#contract/selfservice.ts'
import { yuan } from '#domain/money.ts'
import { WANTED_NAMES } from '#domain/wanted.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { listedCards, openCatalogue } from '../../goods/catalogue/public.ts'
import type { SearchIndex } from '../../goods/search/public.ts'
import { filesOf, fileWire } from '../../who/files/public.ts'
import { wantedSubject } from './service.ts'
import { entriesOf, type WantedFilter, type WantedHead, type WantedListRow, wantedCounts, wantedOne, wantedPage } from './views.ts'

const headWire = (row: WantedHead) => ({
  id: row.id,
  name: row.name,
  spec: row.spec,
  manufacturer: row.manufacturer,
  number: row.number,
  unit: row.unit,
  expected_price: row.expectedPrice === null ? null : yuan(row.expectedPrice),
  note: row.note,
  state: row.state,
  state_name: WANTED_NAMES[row.state],
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})
const rowWire = (row: WantedListRow) => ({ ...headWire(row), last_answer: row.lastAnswer ?? '', offered: row.offered })

type Query = QueryOf<typeof wantedList>

async function pageOf({ db }: DatabaseHandle, companyId: number | null, query: Query) {
  const { page = 1, per_page: perPage = PAGE_SIZE, state = null } = query
  const filter: WantedFilter = { companyId, state, keywords: (query.keywords ?? '').trim() }
  const [rows, counts] = await Promise.all([wantedPage(db, filter, (page - 1) * perPage, perPage), wantedCounts(db, filter)])
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return {
    rows,
    rest: {
      total: state === null ? all : (counts.get(state) ?? 0),
      page,
      per_page: perPage,
      counts: WANTED_STATES.map((one) => ({ state: one, name: WANTED_NAMES[one], count: counts.get(one) ?? 0 })),
    },
  }
}

export async function wantedListOf(database: DatabaseHandle, companyId: number, query: Query): Promise<DataOf<typeof wantedList>> {
  const { rows, rest } = await pageOf(database, companyId, query)
  return { list: rows.map(rowWire), ...rest }
}

export async function wantedForStaff(database: DatabaseHandle, query: Query): Promise<DataOf<typeof staffWantedList>> {
  const { rows, rest } = await pageOf(database, null, query)
  return { list: rows.map((row) => ({ ...rowWire(row), company_id: row.companyId, company: row.company })), ...rest }
}

export async function wantedInfoOf(
  { database, search }: { database: DatabaseHandle; search: SearchIndex },
  company: ViewerCompany,
  id: number,
  now: Date,
): Promise<DataOf<typeof wantedInfo>> {
  const wanted = await wantedOne(database.db, company.id, id)
  if (wanted === null) throw notFound('求购')
  const subject = wantedSubject(id)
  const [entries, files] = await Promise.all([entriesOf(database.db, id), filesOf(database.db, [subject])])
  const keys = [...new Set(entries.flatMap(({ goodsIds }) => goodsIds))].map((goodsId) => ({ goodsId }))
  const cards = new Map((await listedCards(openCatalogue(database, search), keys, company, now)).map(({ card }) => [card.id, card]))
  const isOpen = wanted.state !== 'closed'
  return {
    ...headWire(wanted),
    close_reason: wanted.closeReason,
    files: (files.get(subject) ?? []).map(fileWire),
    entries: entries.map(({ id: entryId, at, isStaff, author, text, goodsIds }) => ({
      id: entryId,
      at: at.toISOString(),
      is_staff: isStaff ? 1 : 0,
      author,
      text,
      goods: goodsIds.flatMap((goodsId) => cards.get(goodsId) ?? []),
    })),
    can_reply: isOpen ? 1 : 0,
    can_close: isOpen ? 1 : 0,
  }
}
