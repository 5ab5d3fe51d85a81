import { FileView } from '../../parts/FileView.tsx'
import { InSide } from '../../parts/slots.tsx'

/** A paper at full height, left of the drawer that says what it should show. */
export function PaperSide({ file }: { file: { name: string; mime: string; url: string } }) {
  return (
    <InSide>
      <section className="paper-side" aria-label={`文件 ${file.name}`}>
        <FileView key={file.url} file={file} />
      </section>
    </InSide>
  )
}
