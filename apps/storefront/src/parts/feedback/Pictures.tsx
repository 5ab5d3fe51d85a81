import type { FileWire } from '#contract/files.ts'
import css from './feedback.module.css'

/** Pictures that belong to something that was written; each opens whole in a tab of its own. */
export function Pictures({ files }: { files: readonly FileWire[] }) {
  if (files.length === 0) return null
  return (
    <ul className={css.pictures} aria-label="图片">
      {files.map((file) => (
        <li key={file.id}>
          <a href={file.url} target="_blank" rel="noreferrer" aria-label={`查看 ${file.name}（新窗口）`}>
            {file.preview_url ? <img src={file.preview_url} alt="" width={72} height={72} loading="lazy" /> : <span>{file.name}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}
