import { staffCompanyImportLogins } from '#contract/company-import.ts'
import { INVITED_AT_ONCE } from '#contract/constants.ts'
import type { ModuleContext } from '../../../../context.ts'
import { fileOf } from '../service.ts'
import { COMPANY_FILES } from './kind.ts'
import { loginsOf } from './store.ts'

/** Who of an import can sign in; letters are made by the calls that make them for any company. */
export function companyLoginRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffCompanyImportLogins, async ({ params, now }) => {
    await fileOf(database.db, COMPANY_FILES, params.id, now)
    return loginsOf(database.db, params.id, INVITED_AT_ONCE, now)
  })
}
