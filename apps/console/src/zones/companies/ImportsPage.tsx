import { ImportsOf } from '../../parts/imports/ImportsOf.tsx'
import { COMPANY_KIND } from '../../parts/imports/import-kinds.ts'

export default function ImportsPage() {
  return <ImportsOf kind={COMPANY_KIND} />
}
