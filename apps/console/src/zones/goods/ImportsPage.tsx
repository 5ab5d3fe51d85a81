import { ImportsOf } from '../../parts/imports/ImportsOf.tsx'
import { GOODS_KIND } from '../../parts/imports/import-kinds.ts'

export default function ImportsPage() {
  return <ImportsOf key="goods" kind={GOODS_KIND} />
}
