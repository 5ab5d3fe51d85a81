import type { ReportWire } from '#contract/reports.ts'
import css from './ReportLinks.module.css'

interface Props {
  reports: readonly ReportWire[]
  /** Of what: for those who only hear the links. */
  of: string
  mayFetch: boolean
}

/** What there is of a batch: to look at, to save, with our sheet, and how to check it. */
export function ReportLinks({ reports, of, mayFetch }: Props) {
  return (
    <ul className={css.papers}>
      {reports.map((report) => (
        <li key={report.id}>
          <span className={css.kind}>
            {report.kind_name}
            {report.signed === 1 && <span className="chip chip-ok">厂家电子签名</span>}
          </span>
          {mayFetch && (
            <span className={css.links}>
              <a
                className="link"
                href={`${report.url}?inline=1`}
                target="_blank"
                rel="noreferrer"
                aria-label={`查看 ${of} ${report.kind_name}`}
              >
                查看
              </a>
              <a className="link" href={report.url} download aria-label={`下载 ${of} ${report.kind_name}`}>
                下载
              </a>
              {report.cover_url && (
                <a className="link" href={report.cover_url} download aria-label={`下载 ${of} 转递单`}>
                  转递单
                </a>
              )}
              <a className="link" href={report.verify_url} target="_blank" rel="noreferrer" aria-label={`核验 ${of} ${report.kind_name}`}>
                核验
              </a>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
