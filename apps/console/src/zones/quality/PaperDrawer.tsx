import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { PaperSide } from './PaperSide.tsx'
import { type Paper, standingOf } from './paper-rules.ts'

/** Which buyers have looked at it and taken their copy. */
function Readers({ id }: { id: number }) {
  const [unseen, setUnseen] = useState(false)
  const [after, setAfter] = useState<readonly number[]>([])
  const last = after.at(-1)
  const answer = useAsk(calls.paperReaders, {
    params: { id },
    query: { ...(unseen && { unseen: 1 }), ...(last !== undefined && { after: last }) },
  })
  return (
    <Section
      title="谁看过"
      action={
        <Segmented
          size="small"
          value={unseen ? 'unseen' : 'all'}
          options={[
            { value: 'all', label: '全部' },
            { value: 'unseen', label: '未看' },
          ]}
          onChange={(value) => {
            setUnseen(value === 'unseen')
            setAfter([])
          }}
        />
      }
    >
      <Loaded of={answer}>
        {({ list, next }) => (
          <>
            {list.length === 0 && <p className="muted">{unseen ? '都看过了' : '还没有客户'}</p>}
            <table className="tb tb-in">
              <tbody>
                {list.map((reader) => (
                  <tr key={reader.company_id}>
                    <td>{reader.name}</td>
                    <td className="num">
                      {reader.downloaded_at !== null ? (
                        <>
                          下载 {reader.downloads} 次 <When at={reader.downloaded_at} short />
                        </>
                      ) : reader.seen_at !== null ? (
                        <>
                          看过 <When at={reader.seen_at} short />
                        </>
                      ) : (
                        <span className="muted">未看</span>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {(after.length > 0 || next !== null) && (
              <div className="row">
                <Button size="small" disabled={after.length === 0} onClick={() => setAfter(after.slice(0, -1))}>
                  上一页
                </Button>
                <Button size="small" disabled={next === null} onClick={() => next !== null && setAfter([...after, next])}>
                  下一页
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

export function PaperDrawer({ paper, onClose }: { paper: Paper; onClose: () => void }) {
  const may = useMay()
  const [at, setAt] = useState(0)
  const deed = useDeed(calls.paperWithdraw, { done: '资料已撤下', outdates: [calls.papers] })
  const reason = useReason(deed.problem)
  const can = may('trade_papers.change') && paper.paper_state === 'in_force'
  const { tone, text } = standingOf(paper)
  const file = paper.files[at] ?? paper.files[0]
  const ask = () =>
    reason.ask({
      title: '撤下资料',
      danger: true,
      ok: '撤下',
      what: `${paper.name} ${paper.number}：从全部资料包中拿掉，已发给客户的复印件核验时显示不再有效。`,
      usual: ['资料有误', '已不再适用'],
      run: (said) => deed.run({ params: { id: paper.id }, body: { reason: said } }),
    })
  useKeys([{ key: 'W', what: '撤下资料', run: ask, when: can }])
  return (
    <>
      {file && may('files.view') && <PaperSide file={file} />}
      <SideDrawer
        title={paper.name}
        note={paper.number}
        onClose={onClose}
        foot={
          can && (
            <Button danger className="grow" onClick={ask}>
              撤下… <Kbd of="W" />
            </Button>
          )
        }
      >
        <Section title="资料">
          <Facts
            items={[
              [
                '状态',
                <StateTag key="state" tone={tone}>
                  {text}
                </StateTag>,
              ],
              ['编号', paper.number],
              ['姓名', paper.holder],
              ['发证机关', paper.issuer],
              ['发证', paper.issued_on],
              ['有效期至', paper.expires_on ?? '长期'],
              ['备注', paper.note],
              [
                '登记',
                <span key="made">
                  {paper.created_by} <When at={paper.created_at} />
                </span>,
              ],
              ...(paper.reason ? ([['撤下原因', paper.reason]] as const) : []),
            ]}
          />
          {paper.files.length > 1 && (
            <div className="chips">
              {paper.files.map((one, index) => (
                <Button key={one.id} size="small" type={one === file ? 'primary' : 'default'} onClick={() => setAt(index)}>
                  {index + 1}. {one.name}
                </Button>
              ))}
            </div>
          )}
        </Section>
        {paper.paper_state === 'in_force' && <Readers id={paper.id} />}
        {reason.dialog}
      </SideDrawer>
    </>
  )
}
