import { ImportsOf } from './ImportsPage.tsx'
import { PICTURE_KIND } from './import-kinds.ts'

export default function PictureImportsPage() {
  return <ImportsOf key="pictures" kind={PICTURE_KIND} />
}
