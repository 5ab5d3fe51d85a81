import { PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import type { FrontWordsWire, FrontWordWire } from '#contract/front.ts'
import { wordWords } from '#domain/front-words.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MomentField } from '../../parts/MomentField.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import './front.css'
import { LinkField, Steps, useDrag } from './front-fields.tsx'
import { SaveBar } from './SaveBar.tsx'
import { useListDraft } from './useListDraft.ts'

const EMPTY: FrontWordWire = { id: 0, name: '', url: '', starts_at: '', ends_at: '' }

function Words({ kept }: { kept: FrontWordsWire }) {
  const canChange = useMay()('front.change')
  const draft = useListDraft(kept, { nameOf: ({ name }) => name, words: wordWords })
  const deed = useDeed(calls.hotWordsSave, { done: '已保存，商城随即显示', outdates: [calls.hotWords], onDone: draft.take })
  const drag = useDrag(draft.move)
  const add = (): void => void draft.add(EMPTY)
  useKeys([{ key: 'N', what: '加热词', run: add, when: canChange }])
  const faultOf = (at: number, name: string) => deed.faults.find(({ field }) => field === `list[${at}].${name}`)?.message
  return (
    <div className="record front-list">
      <SaveBar
        draft={draft}
        deed={deed}
        canChange={canChange}
        onSave={() => void deed.run({ body: { version: draft.version, list: draft.list } })}
      >
        <span className="muted s12">搜索框下面，按这里的次序，最多显示 20 个；空着链接就搜这个词</span>
        {canChange && (
          <Button size="small" icon={<PlusOutlined />} onClick={add}>
            加热词 <Kbd of="N" />
          </Button>
        )}
      </SaveBar>
      <Form component="div" className="record-body">
        <table className="tb">
          <thead>
            <tr>
              <th>热词</th>
              <th>链接</th>
              <th>开始</th>
              <th>结束</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {draft.rows.map(({ key, entry }, at) => {
              const put = (change: Partial<FrontWordWire>): void => draft.put(key, { ...entry, ...change })
              const name = entry.name || `第 ${at + 1} 个`
              const fault = faultOf(at, 'name')
              const late = faultOf(at, 'ends_at')
              return (
                <tr key={key} {...drag(at, canChange)}>
                  <td>
                    <Form.Item className="front-bare" {...(fault && { validateStatus: 'error', help: fault })}>
                      <Input
                        aria-label={`热词 ${at + 1}`}
                        maxLength={20}
                        disabled={!canChange}
                        value={entry.name}
                        onChange={({ target }) => put({ name: target.value })}
                      />
                    </Form.Item>
                  </td>
                  <td>
                    <LinkField
                      empty="搜这个词"
                      bare
                      label={`${name} 的链接`}
                      value={entry.url}
                      disabled={!canChange}
                      fault={faultOf(at, 'url')}
                      onChange={(url) => put({ url })}
                    />
                  </td>
                  <td>
                    <MomentField
                      label={`${name} 开始`}
                      mayBeOpen="立即"
                      disabled={!canChange}
                      value={entry.starts_at}
                      onChange={(starts_at) => put({ starts_at })}
                    />
                  </td>
                  <td>
                    <Form.Item className="front-bare" {...(late && { validateStatus: 'error', help: late })}>
                      <MomentField
                        label={`${name} 结束`}
                        mayBeOpen="一直"
                        disabled={!canChange}
                        value={entry.ends_at}
                        onChange={(ends_at) => put({ ends_at })}
                      />
                    </Form.Item>
                  </td>
                  <td>
                    {canChange && (
                      <Steps
                        name={name}
                        at={at}
                        count={draft.rows.length}
                        onMove={(to) => draft.move(at, to)}
                        onRemove={() => draft.remove(key)}
                      />
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </Form>
    </div>
  )
}

export default function HotWordsPage() {
  return <Loaded of={useAsk(calls.hotWords, {})}>{(kept) => <Words kept={kept} />}</Loaded>
}
