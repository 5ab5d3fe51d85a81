import { ImportsOf } from '../../parts/imports/ImportsOf.tsx'
import { PICTURE_KIND } from '../../parts/imports/import-kinds.ts'

export default function PictureImportsPage() {
  return <ImportsOf key="pictures" kind={PICTURE_KIND} />
}
