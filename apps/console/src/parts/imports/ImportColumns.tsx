import { Alert, Button, Select } from 'antd'
import { useState } from 'react'
import type { ImportWholeWire } from '#contract/imports.ts'
import { Kbd } from '../Kbd.tsx'
import { useKeys } from '../keys.tsx'
import { Section } from '../Section.tsx'
import { useDeed } from '../useDeed.ts'
import type { ImportKind } from './import-kinds.ts'

const NONE = -1

const start = ({ columns }: ImportWholeWire): Readonly<Record<string, number>> =>
  Object.fromEntries(columns.flatMap(({ field, at }) => (at === null ? [] : [[field, at]])))

/** Each field of ours with the column of the file that says it, and what stands there. */
export function ImportColumns({ kind, file, can }: { kind: ImportKind; file: ImportWholeWire; can: boolean }) {
  const { calls } = kind
  const [chosen, setChosen] = useState(() => start(file))
  const check = useDeed(calls.check, { done: '', outdates: [calls.one, calls.list, calls.rows] })
  const taken = new Map(Object.entries(chosen).map(([field, at]) => [at, field]))
  const choices = file.header.map((name, at) => ({ value: at, label: name === '' ? `第 ${at + 1} 列` : name }))
  const missing = file.columns.filter(({ field, required }) => required === 1 && chosen[field] === undefined)
  const unused = file.header.filter((name, at) => name !== '' && !taken.has(at) && !file.left_out.includes(name))
  const choose = (field: string, at: number): void => {
    const others = Object.entries(chosen).filter(([one, place]) => one !== field && place !== at)
    setChosen(Object.fromEntries(at === NONE ? others : [...others, [field, at]]))
  }
  const run = (): void =>
    void check.run({ params: { id: file.id }, body: { columns: Object.entries(chosen).map(([field, at]) => ({ field, at })) } })
  const isReady = can && missing.length === 0
  useKeys([{ key: 'Ctrl+Enter', what: '预览', run, when: isReady }])
  // A choice that is open would take the key for its own. Who may only look comes to what scrolls by Tab.
  return (
    <div
      className="import-columns"
      tabIndex={can ? undefined : 0}
      onKeyDownCapture={(event) => {
        if (!isReady || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.stopPropagation()
        run()
      }}
    >
      <Section
        title="每一项取自文件的哪一列"
        note={file.remembered === 1 ? '按上次同样表头的文件所选，可改' : '自动认出的已选好，可改；选定后记住，同样表头的文件下次照用'}
        action={
          can && (
            <Button type="primary" disabled={missing.length > 0} loading={check.isBusy} onClick={run}>
              预览，先不写入 <Kbd of="Ctrl+Enter" />
            </Button>
          )
        }
      >
        {check.problem && <Alert type="error" showIcon title={check.problem} className="trouble" />}
        {missing.length > 0 && (
          <Alert type="warning" showIcon title={`请指定${missing.map(({ name }) => name).join('、')}在哪一列`} className="trouble" />
        )}
        <table className="tb tb-in import-map">
          <thead>
            <tr>
              <th>{kind.noun}</th>
              <th>文件的列</th>
              <th>这一列的内容</th>
              <th>说明</th>
            </tr>
          </thead>
          <tbody>
            {file.columns.map(({ field, name, required, hint }) => {
              const at = chosen[field]
              return (
                <tr key={field} className={at === undefined ? 'is-none' : ''}>
                  <td className="nowrap">
                    {name}
                    {required === 1 && <span className="w"> *</span>}
                  </td>
                  <td>
                    <Select
                      size="small"
                      className="import-choice"
                      aria-label={`${name}取自`}
                      disabled={!can}
                      value={at ?? NONE}
                      showSearch={{ optionFilterProp: 'label' }}
                      options={[{ value: NONE, label: '（文件里没有）' }, ...choices]}
                      onChange={(value) => choose(field, value)}
                    />
                  </td>
                  <td className="import-samples">{at === undefined ? '' : (file.samples[at] ?? []).join(' ｜ ')}</td>
                  <td className="muted s12">{hint}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
        {unused.length > 0 && <p className="muted">文件里没有用上的列：{unused.join('、')}</p>}
        {file.left_out.length > 0 && (
          <p className="muted">
            不从文件读：{file.left_out.join('、')}
            {kind.leftOut}
          </p>
        )}
      </Section>
    </div>
  )
}
