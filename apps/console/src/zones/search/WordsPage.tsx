import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SearchWordKind, SearchWordWire } from '#contract/searchlab.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { AddWord } from './AddWord.tsx'
import { calls } from './calls.ts'
import { bodyOf, draftOf, EMPTY_WORD, KIND_NAMES } from './kinds.ts'
import { WordForm } from './WordForm.tsx'
import './search.css'

type Words = typeof import('#contract/searchlab.ts')['staffSearchWords']

const OUTDATES = [calls.words, calls.tried]
const FIELDS = { kind: '种类', words: '客户输入的词', targets: '要找的名称', parent: '上级类', note: '备注', active: '启用' }

const COLUMNS: Columns<Words> = [
  { title: '种类', dataIndex: 'kind', width: 90, render: (kind: SearchWordKind) => KIND_NAMES[kind] },
  { title: '客户输入的词', dataIndex: 'words', ellipsis: true, render: (words: string[]) => <b>{words.join('、')}</b> },
  { title: '要找的名称', dataIndex: 'targets', ellipsis: true, render: (targets: string[]) => targets.join('、') },
  { title: '备注', dataIndex: 'note', ellipsis: true },
  {
    title: '来源',
    dataIndex: 'own',
    width: 100,
    render: (own: number) => (own === 1 ? <span className="chip chip-info">本店</span> : '自带'),
  },
  {
    title: '状态',
    dataIndex: 'active',
    width: 90,
    render: (active: number) => <StateTag tone={active === 1 ? 'done' : 'closed'}>{active === 1 ? '启用' : '停用'}</StateTag>,
  },
]

function WordDrawer({ row, onClose }: { row: SearchWordWire; onClose: () => void }) {
  const may = useMay()
  const can = may('search.change')
  const [base, setBase] = useState(row)
  const [draft, setDraft] = useState(draftOf(row))
  const take = (newer: SearchWordWire): void => {
    setBase(newer)
    setDraft(draftOf(newer))
  }
  const deed = useDeed(calls.wordSave, { done: '搜索词已保存，约一秒后商城即按它搜索', outdates: OUTDATES, onDone: take })
  const removal = useDeed(calls.wordRemove, {
    done: ({ removed }) => (removed === 1 ? '搜索词已删除' : '搜索词已停用'),
    outdates: OUTDATES,
    onDone: onClose,
  })
  const reason = useReason(removal.problem)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(base))
  if (!isChanged && base.version !== row.version) take(row)
  const body = bodyOf(draft)
  const isWhole = body.words.length > 0 && body.targets.length > 0
  const save = (): void => void deed.run({ params: { id: row.id }, body: { ...body, active: draft.active, version: base.version } })
  useKeys([{ key: 'Ctrl+S', what: '保存搜索词', run: save, when: can && isChanged && isWhole }])
  const remove = (): void =>
    reason.ask({
      title: base.seeded === 1 ? '停用搜索词' : '删除搜索词',
      what: `客户再输入“${base.words.join('、')}”，不再按“${base.targets.slice(0, 3).join('、')}”查找。`,
      ok: base.seeded === 1 ? '停用' : '删除',
      danger: true,
      run: (text) => removal.run({ params: { id: row.id }, body: { version: base.version, reason: text } }),
    })
  return (
    <SideDrawer
      title={base.words[0] ?? ''}
      note={KIND_NAMES[base.kind]}
      onClose={onClose}
      foot={
        can && (
          <>
            {base.active === 1 && (
              <Button danger onClick={remove}>
                {base.seeded === 1 ? '停用…' : '删除…'}
              </Button>
            )}
            <Button type="primary" className="grow" disabled={!isChanged || !isWhole} loading={deed.isBusy} onClick={save}>
              {isChanged ? '保存' : '没有改动'} {isChanged && <Kbd of="Ctrl+S" />}
            </Button>
          </>
        )
      }
    >
      <MeanwhileNotice
        of={deed}
        mine={{ ...draft, kind: KIND_NAMES[draft.kind], active: draft.active === 1 ? '是' : '否' }}
        names={FIELDS}
        onTakeTheirs={() => take(row)}
      />
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      {can ? (
        <WordForm draft={draft} onChange={setDraft} withActive />
      ) : (
        <Section title="搜索词">
          <Facts
            items={[
              ['客户输入的词', base.words.join('、')],
              ['要找的名称', base.targets.join('、')],
              ['备注', base.note || '—'],
            ]}
          />
        </Section>
      )}
      {reason.dialog}
    </SideDrawer>
  )
}

/** The words of the trade that the search knows besides names: synonyms, trade names, classes, indications. */
export default function WordsPage() {
  const may = useMay()
  const can = may('search.change')
  const [params, setParams] = useSearchParams()
  const isAdding = can && params.get('add') !== null
  const setAdding = (on: boolean): void => {
    const next = new URLSearchParams(params)
    if (on) next.set('add', '1')
    else next.delete('add')
    setParams(next, { replace: true })
  }
  useKeys([{ key: 'N', what: '新增搜索词', run: () => setAdding(true), when: can }])
  return (
    <>
      <ListPage
        what="搜索词"
        list={calls.words}
        columns={COLUMNS}
        filters={[
          { kind: 'search', name: 'keywords', text: '词、名称', width: 240 },
          {
            kind: 'choice',
            name: 'kind',
            text: '种类',
            choices: Object.entries(KIND_NAMES).map(([value, text]) => ({ value, text })),
          },
          {
            kind: 'choice',
            name: 'own',
            text: '来源',
            choices: [
              { value: '1', text: '本店写的' },
              { value: '0', text: '自带的' },
            ],
          },
          {
            kind: 'choice',
            name: 'active',
            text: '状态',
            choices: [
              { value: '1', text: '启用' },
              { value: '0', text: '停用' },
            ],
          },
        ]}
        actions={
          can && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              新增… <Kbd of="N" />
            </Button>
          )
        }
        rowTone={({ active }) => (active === 1 ? '' : 'is-warn')}
        drawer={(row, close) => <WordDrawer key={row.id} row={row} onClose={close} />}
      />
      {isAdding && <AddWord begun={{ ...EMPTY_WORD, words: params.get('words') ?? '' }} onClose={() => setAdding(false)} />}
    </>
  )
}
