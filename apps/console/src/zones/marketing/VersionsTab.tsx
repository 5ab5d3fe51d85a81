import type { ReactNode } from 'react'
import { Section } from '../../parts/Section.tsx'
import { When } from '../../parts/When.tsx'

interface Version {
  number: number
  at: string
  asked_by: string
  approved_by: string
}
interface Props<Row extends Version> {
  note: string
  heads: readonly string[]
  versions: readonly Row[]
  /** As many as there are heads. */
  cells: (version: Row) => readonly ReactNode[]
}

export function VersionsTab<Row extends Version>({ note, heads, versions, cells }: Props<Row>) {
  return (
    <Section title="各版本" note={note}>
      {versions.length === 0 ? (
        <p className="muted">还没有批准过的版本</p>
      ) : (
        <table className="tb tb-in">
          <thead>
            <tr>
              {['版', ...heads, '送审、批准', '发布于'].map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => (
              <tr key={version.number}>
                <td className="num">{version.number}</td>
                {cells(version).map((cell, at) => (
                  <td key={heads[at]}>{cell}</td>
                ))}
                <td>{[version.asked_by, version.approved_by].filter(Boolean).join('、') || '—'}</td>
                <td>
                  <When at={version.at} short />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
