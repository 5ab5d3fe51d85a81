import { staffCategories, staffCategoryAdd, staffCategoryMove, staffCategoryRemove, staffCategorySave } from '#contract/categories.ts'
import type { ModuleContext } from '../../../context.ts'
import { addCategory, categoriesOf, moveCategory, removeCategory, saveCategory } from './service.ts'

export function categoryRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffCategories, async () => ({ list: await categoriesOf(database.db) }))
  serve(staffCategoryAdd, ({ viewer, body, now }) => addCategory(database, viewer, body, now))
  serve(staffCategorySave, ({ viewer, params, body, now }) => saveCategory(database, viewer, params.id, body, now))
  serve(staffCategoryMove, ({ viewer, params, body, now }) => moveCategory(database, viewer, params.id, body, now))
  serve(staffCategoryRemove, ({ viewer, params, body, now }) => removeCategory(database, viewer, params.id, body, now))
}
