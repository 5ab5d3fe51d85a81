import { PAGE_SIZE } from '#contract/constants.ts'
import { staffManufacturerAdd, staffManufacturerMerge, staffManufacturerSave, staffManufacturers } from '#contract/manufacturers.ts'
import type { ModuleContext } from '../../../context.ts'
import { addMaker, makersOf, mergeMaker, saveMaker } from './service.ts'

export function manufacturerRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffManufacturers, ({ query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, keywords = '', brand } = query
    return makersOf(database, { keywords: keywords.trim(), brand: brand === undefined ? null : brand === 1, page, perPage })
  })
  serve(staffManufacturerAdd, ({ viewer, body, now }) => addMaker(database, viewer, body, now))
  serve(staffManufacturerSave, ({ viewer, params, body, now }) => saveMaker(database, viewer, params.id, body, now))
  serve(staffManufacturerMerge, ({ viewer, params, body, now }) => mergeMaker(database, viewer, params.id, body, now))
}
