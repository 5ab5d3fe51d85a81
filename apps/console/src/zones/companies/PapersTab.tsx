import { useState } from 'react'
import type { PaperWire } from '#contract/companies.ts'
import { toneOfPaper } from '../../parts/company-tones.ts'
import { Facts } from '../../parts/Facts.tsx'
import { FileView } from '../../parts/FileView.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'

export function PapersTab({ papers }: { papers: readonly PaperWire[] }) {
  const [looked, setLooked] = useState('')
  const paper = papers.find(({ kind }) => kind === looked)
  const shown = paper?.open ?? paper?.in_force
  return (
    <>
      <table className="tb">
        <thead>
          <tr>
            <th>证照</th>
            <th>状态</th>
            <th>编号</th>
            <th>有效期至</th>
            <th>待审版本</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {papers.map(({ kind, name, must, state, state_name, in_force, open }) => (
            <tr key={kind}>
              <td>
                {name} {must === 1 && <span className="chip">必须</span>}
              </td>
              <td>
                <StateTag tone={toneOfPaper(state)}>{state_name}</StateTag>
              </td>
              <td>{(in_force ?? open)?.number ?? ''}</td>
              <td>{in_force === null ? '' : in_force.is_endless === 1 ? '长期' : in_force.expires_on}</td>
              <td>{open && <span className={open.status === 1 ? 'w' : 'muted'}>{open.status_name}</span>}</td>
              <td>
                {(in_force ?? open) && (
                  <button type="button" className="link" onClick={() => setLooked(kind)}>
                    看证照
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {paper && shown && (
        <SideDrawer title={paper.name} note={shown.status_name} onClose={() => setLooked('')}>
          <Section title="内容">
            <Facts
              items={[
                [paper.labels.number, shown.number],
                [paper.labels.issuer, shown.issuer],
                ...(paper.labels.holder ? [[paper.labels.holder, shown.holder] as const] : []),
                ['签发日期', shown.issued_on],
                ['有效期至', shown.is_endless === 1 ? '长期' : shown.expires_on],
                ['经营范围', shown.scopes.map(({ name }) => name).join('、')],
                ['提交于', <When key="sent" at={shown.submitted_at} />],
                ['审核于', <When key="decided" at={shown.decided_at} />],
                ...(shown.reason ? [['驳回理由', shown.reason] as const] : []),
              ]}
            />
          </Section>
          <Section title="影像" note={`${shown.files.length} 页`}>
            <div className="record-files">
              {shown.files.map((file) => (
                <FileView key={file.id} file={file} />
              ))}
              {shown.files.length === 0 && <p className="muted">由原系统带来，没有影像。</p>}
            </div>
          </Section>
        </SideDrawer>
      )}
    </>
  )
}
