import { ImportOf } from './ImportPage.tsx'
import { PICTURE_KIND } from './import-kinds.ts'

export default function PictureImportPage() {
  return <ImportOf kind={PICTURE_KIND} />
}
