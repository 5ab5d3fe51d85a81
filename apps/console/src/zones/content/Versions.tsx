import { Button } from 'antd'
import { useState } from 'react'
import type { StaffArticleRecordWire } from '#contract/content.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { When } from '../../parts/When.tsx'
import { Preview } from './Preview.tsx'

type Version = StaffArticleRecordWire['versions'][number]

interface Props {
  versions: readonly Version[]
  /** Nothing where this person may not. */
  onRestore: ((version: Version) => void) | null
  onClose: () => void
}

/** Every saved state; one of them to look at, and to have again. */
export function Versions({ versions, onRestore, onClose }: Props) {
  const [look, setLook] = useState<Version | null>(null)
  const newest = versions[0]
  return (
    <SideDrawer
      title={look ? `第 ${look.version} 版` : '各版本'}
      note="文章的历史"
      onClose={look ? () => setLook(null) : onClose}
      foot={
        look !== null &&
        look.version !== newest?.version &&
        onRestore && (
          <Button type="primary" className="grow" onClick={() => onRestore(look)}>
            恢复第 {look.version} 版…
          </Button>
        )
      }
    >
      {look ? (
        <Section title={look.title} note={<When at={look.saved_at} />}>
          <Preview title={look.title} summary={look.summary} body={look.body} />
        </Section>
      ) : (
        <ul className="article-versions">
          {versions.map((one) => (
            <li key={one.version}>
              <button type="button" onClick={() => setLook(one)}>
                <b>第 {one.version} 版</b> {one.saved_by || '建店时写入'} <When at={one.saved_at} />
                {one.shown === 1 && <span className="chip chip-ok">正在显示</span>}
              </button>
            </li>
          ))}
          {versions.length === 0 && <li className="muted">还没有改过。第一次保存时，现在的内容成为第 1 版。</li>}
        </ul>
      )}
    </SideDrawer>
  )
}
