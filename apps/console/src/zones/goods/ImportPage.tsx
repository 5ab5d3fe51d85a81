import { ImportOf } from '../../parts/imports/ImportOf.tsx'
import { GOODS_KIND } from '../../parts/imports/import-kinds.ts'

export default function ImportPage() {
  return <ImportOf kind={GOODS_KIND} />
}
