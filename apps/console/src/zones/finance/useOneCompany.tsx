import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '../../app/me.ts'
import { withChange } from '../../parts/list-state.ts'
import { CompanyPicker } from './CompanyPicker.tsx'

/** Narrows a list of all companies to one, which stands in the address: what its call is asked with besides, and the field to choose by. */
export function useOneCompany(): { fixed: Readonly<Record<string, number>>; field: ReactNode } {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('company_id'))
  const one = Number.isSafeInteger(asked) && asked > 0 ? asked : null
  return {
    fixed: one === null ? {} : { company_id: one },
    field: may('credit.view') && (
      <CompanyPicker
        width={240}
        value={one}
        onChange={(id) => setParams(withChange(params, { company_id: id === null ? '' : String(id) }))}
      />
    ),
  }
}
