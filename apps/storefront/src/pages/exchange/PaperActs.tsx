import { Link } from 'react-router'
import type { DocumentWire } from '#contract/exchange.ts'
import type { DocumentState } from '#domain/documents.ts'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import { useIsOpen } from '../../app/site.tsx'
import css from './exchange.module.css'

const TONES: Readonly<Record<DocumentState, StateTone>> = {
  waiting: 'moving',
  valid: 'ok',
  replaced: 'closed',
  withdrawn: 'bad',
  failed: 'bad',
}

export function PaperStateBadge({ paper }: { paper: DocumentWire }) {
  return <StateBadge tone={TONES[paper.state]}>{paper.state_name}</StateBadge>
}

/** Looks at a paper, keeps it, checks it; a paper that is not made yet has none of these. */
export function PaperActs({ paper }: { paper: DocumentWire }) {
  const isOpen = useIsOpen()
  if (paper.file_url === '') return <span className="muted">制作后可下载</span>
  return (
    <span className={css.acts}>
      <a
        className="link"
        href={`${paper.file_url}?inline=1`}
        target="_blank"
        rel="noreferrer"
        aria-label={`查看 ${paper.title} ${paper.no}（新窗口）`}
      >
        查看
      </a>
      <a className="link" href={paper.file_url} download aria-label={`下载 ${paper.title} ${paper.no}`}>
        下载
      </a>
      {isOpen(paper.verify_url) && (
        <Link className="link" to={paper.verify_url} aria-label={`核验 ${paper.title} ${paper.no}`}>
          核验
        </Link>
      )}
    </span>
  )
}
