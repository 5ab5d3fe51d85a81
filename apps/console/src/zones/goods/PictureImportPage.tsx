import { ImportOf } from '../../parts/imports/ImportOf.tsx'
import { PICTURE_KIND } from '../../parts/imports/import-kinds.ts'

export default function PictureImportPage() {
  return <ImportOf kind={PICTURE_KIND} />
}
