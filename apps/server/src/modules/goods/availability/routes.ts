import {
  staffAvailabilities,
  staffAvailability,
  staffAvailabilityAdd,
  staffAvailabilityCompanies,
  staffAvailabilityEntries,
  staffAvailabilityRemove,
  staffAvailabilitySave,
} from '#contract/availability.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { ModuleContext } from '../../../context.ts'
import { findCompanies } from '../prices/public.ts'
import { addAvailability, entriesPage, removeAvailability, ruleOf, rulesOf, saveAvailability } from './service.ts'

const FOUND = 20

export function availabilityRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffAvailabilities, ({ query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, keywords = '', controlled } = query
    return rulesOf(database, { keywords: keywords.trim(), controlled: controlled === undefined ? null : controlled === 1, page, perPage })
  })
  serve(staffAvailabilityEntries, ({ query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, rule = null } = query
    return entriesPage(database, { rule, page, perPage })
  })
  serve(staffAvailabilityCompanies, async ({ query }) => {
    const found = await findCompanies(database.db, query.keywords.trim(), FOUND)
    return { list: found.map(({ id, code, name }) => ({ id, code, name })) }
  })
  serve(staffAvailability, ({ params }) => ruleOf(database.db, params.id))
  serve(staffAvailabilityAdd, async ({ viewer, body, now, say }) => {
    const made = await addAvailability(database, viewer, body, now)
    say('可售范围已建立')
    return made
  })
  serve(staffAvailabilitySave, async ({ viewer, params, body, now, say }) => {
    const saved = await saveAvailability(database, viewer, params.id, body, now)
    say('可售范围已保存，客户随即按它购买')
    return saved
  })
  serve(staffAvailabilityRemove, ({ viewer, params, body, now }) => removeAvailability(database, viewer, params.id, body.reason, now))
}
