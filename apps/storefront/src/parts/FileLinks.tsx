import type { FileWire } from '#contract/files.ts'
import { Icon } from '#ui/Icon.tsx'
import css from './FileLinks.module.css'

/** Files that were handed in, each opens in a window of its own. */
export function FileLinks({ files, label }: { files: readonly FileWire[]; label: string }) {
  if (files.length === 0) return null
  return (
    <ul className={css.files} aria-label={label}>
      {files.map((file) => (
        <li key={file.id}>
          <a href={file.url} target="_blank" rel="noreferrer" aria-label={`查看 ${file.name}（新窗口）`}>
            {file.preview_url ? (
              <img src={file.preview_url} alt="" width={48} height={48} loading="lazy" />
            ) : (
              <Icon name="file" size={22} />
            )}
            <span className="ell">{file.name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
