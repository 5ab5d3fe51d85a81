import { Alert, Button, Popconfirm } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { SegmentWire } from '#contract/segments.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { SegmentForm } from './SegmentForm.tsx'
import { NEW_SEGMENT, type SegmentDraft, segmentDraft, segmentField } from './segment-draft.ts'
import './marketing.css'

interface Props {
  /** null: one that is still to be made. */
  segment: SegmentWire | null
  readAgain?: () => Promise<SegmentWire | undefined>
}

function SegmentRecord({ segment, readAgain }: Props) {
  const may = useMay()
  const navigate = useNavigate()
  const begin = segment === null ? NEW_SEGMENT : segmentDraft(segment)
  const [draft, setDraft] = useState<SegmentDraft>(begin)
  const [stands, setStands] = useState<SegmentDraft>(begin)
  const version = useRef(segment?.version ?? 0)
  const take = (saved: SegmentWire): void => {
    version.current = saved.version
    setDraft(segmentDraft(saved))
    setStands(segmentDraft(saved))
    if (segment === null) void navigate(`/marketing/segments/${saved.id}`, { replace: true })
  }
  const outdates = [calls.segments, calls.segment, calls.companies]
  const adding = useDeed(calls.segmentAdd, { done: '客群已保存', outdates, onDone: take })
  const saving = useDeed(calls.segmentSave, { done: '客群已保存', outdates, onDone: take })
  const removing = useDeed(calls.segmentRemove, {
    done: '客群已删除',
    outdates: [calls.segments],
    onDone: () => void navigate('/marketing/segments'),
  })
  const can = may('offers.change')
  const isDirty = JSON.stringify([draft.name, draft.facts]) !== JSON.stringify([stands.name, stands.facts])
  const save = (): void => {
    const body = { name: draft.name, facts: draft.facts }
    if (segment === null) void adding.run({ body })
    else void saving.run({ params: { id: segment.id }, body: { ...body, version: version.current } })
  }
  useKeys([{ key: 'Ctrl+S', what: '保存', run: save, when: can && isDirty }])
  const failed = [adding, saving, removing].find((deed) => deed.problem !== '')
  const problem =
    failed?.faults.map(({ field, message }) => [segmentField(field), message].filter(Boolean).join('：')).join('；') || failed?.problem
  const takeTheirs = async (): Promise<void> => {
    const now = await readAgain?.()
    if (now) {
      saving.dismiss()
      take(now)
    }
  }
  return (
    <RecordPage
      title={segment?.name ?? '新建客群'}
      {...(segment && {
        state: (
          <span className="muted s12">
            {segment.updated_by} 改于 <When at={segment.updated_at} short />
            ，人数按现在的事实算
          </span>
        ),
      })}
      tabs={[
        {
          key: 'facts',
          title: '条件',
          content: (
            <>
              <MeanwhileNotice
                of={saving}
                names={{ name: '名称', facts: '条件' }}
                mine={{ name: draft.name }}
                onTakeTheirs={() => void takeTheirs()}
              />
              {problem && <Alert type="error" showIcon className="trouble" title={problem} />}
              <SegmentForm draft={draft} onChange={setDraft} disabled={!can} id={segment?.id} />
            </>
          ),
        },
      ]}
      foot={
        can && (
          <>
            {segment && (
              <Popconfirm
                title={`删除客群“${segment.name}”？`}
                description="企业不受影响；用它筛的列表里就没有人了。"
                okText="删除"
                okButtonProps={{ danger: true }}
                onConfirm={() => removing.run({ params: { id: segment.id }, body: { version: version.current } })}
              >
                <Button danger>删除…</Button>
              </Popconfirm>
            )}
            <span className="grow" />
            <Button type="primary" disabled={!isDirty} loading={adding.isBusy || saving.isBusy} onClick={save}>
              保存 <Kbd of="Ctrl+S" />
            </Button>
          </>
        )
      }
    />
  )
}

function Known({ id }: { id: number }) {
  const answer = useAsk(calls.segment, { params: { id } })
  const readAgain = async () => (await answer.refetch()).data
  return <Loaded of={answer}>{(segment) => <SegmentRecord key={segment.id} segment={segment} readAgain={readAgain} />}</Loaded>
}

export default function SegmentPage() {
  const { id = '' } = useParams()
  return id === 'new' ? <SegmentRecord key="new" segment={null} /> : <Known id={Number(id)} />
}
