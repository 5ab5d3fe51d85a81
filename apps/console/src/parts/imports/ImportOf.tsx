import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Progress } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import type { ImportWholeWire } from '#contract/imports.ts'
import { outdate, useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../Facts.tsx'
import { Loaded } from '../Loaded.tsx'
import { numberText } from '../numbers.ts'
import { RecordPage } from '../RecordPage.tsx'
import { Rows } from '../Rows.tsx'
import { StateTag } from '../StateTag.tsx'
import { StepLine } from '../StepLine.tsx'
import { useSecondPerson } from '../second-person.ts'
import { useDeed } from '../useDeed.ts'
import { useReason } from '../useReason.tsx'
import { When } from '../When.tsx'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportRows } from './ImportRows.tsx'
import type { ImportKind } from './import-kinds.ts'
import { isMoving, progressOf, stepOf, toneOf } from './import-states.ts'
import { NewImport } from './NewImport.tsx'
import './imports.css'

const MOVING_MS = 800
const RESTING_MS = 6_000

function UndoLook({ kind, id }: { kind: ImportKind; id: number }) {
  const { unit, words } = kind
  const look = useAsk(kind.calls.undoLook, { params: { id } }, { anew: true })
  return (
    <Loaded of={look}>
      {({ changed, touched, new: fresh, removable, kept, until }) => (
        <>
          <Facts
            items={[
              [words.back, `${numberText(changed)} ${unit}${touched > 0 ? `，其中 ${numberText(touched)} ${unit}${words.touched}` : ''}`],
              ['删除', `${numberText(removable)} ${unit}${words.removed}`],
              ['留下', `${numberText(fresh - removable)} ${unit}`],
              ['期限', <When key="until" at={until} />],
            ]}
          />
          {kept.length > 0 && (
            <div className="import-kept">
              <Rows
                rows={kept}
                id={({ record_id }) => record_id}
                columns={[
                  ['编码', ({ code }) => code, 'nowrap'],
                  ['名称', ({ name }) => name],
                  ['为什么留下', ({ why }) => why, 'muted'],
                ]}
              />
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}

function Moving({ kind, file }: { kind: ImportKind; file: ImportWholeWire }) {
  const { done, of } = progressOf(file)
  const what = { checking: '正在预览，什么也没有写', running: '正在导入', undoing: '正在撤销' }[file.state as 'checking']
  return (
    <div className="import-moving">
      <Progress percent={Math.floor((100 * done) / Math.max(1, of))} aria-label={`${file.state_name}的进度`} />
      <p role="status">
        {what}：{numberText(done)} / {numberText(of)} {kind.rows}。可以离开，它会继续。
      </p>
    </div>
  )
}

/** A job may be over between two looks. */
function useOver({ calls, records }: ImportKind, state: ImportWholeWire['state']): void {
  const queries = useQueryClient()
  const known = useRef(state)
  useEffect(() => {
    if (known.current === state) return
    known.current = state
    if (!isMoving(state)) void outdate(queries, [calls.rows, calls.list, ...records])
  }, [state, queries, calls, records])
}

interface Props {
  kind: ImportKind
  /** What else is to be done about what landed. */
  after?: ((file: ImportWholeWire) => ReactNode) | undefined
}

function Record({ kind, after, file }: Props & { file: ImportWholeWire }) {
  const { calls, words, hasColumns } = kind
  const may = useMay()
  const { id, state, counts, waits } = file
  const outdates = [calls.one, calls.list, calls.rows]
  const cancel = useDeed(calls.cancel, { done: '已放弃', outdates })
  const run = useDeed(calls.run, { done: '开始导入', outdates })
  const undo = useDeed(calls.undo, { done: '开始撤销', outdates: [...outdates, calls.undoLook] })
  const runReason = useReason(run.problem)
  const undoReason = useReason(undo.problem)
  const runWord = useSecondPerson(kind.approvals.run)('导入')
  const undoWord = useSecondPerson(kind.approvals.undo)('撤销导入')
  useOver(kind, state)
  const can = may(kind.word)
  const own = can && file.mine === 1
  const lands = counts.new + counts.changed
  const mayUndo =
    can && state === 'done' && waits === 0 && counts.landed > 0 && file.undo_until !== null && new Date(file.undo_until) > new Date()
  const askRun = (): void =>
    runReason.ask({
      title: `导入“${file.file_name}”`,
      what: kind.lands(file),
      ok: runWord,
      usual: kind.usual.run,
      run: (reason) => run.run({ params: { id }, body: { reason } }),
    })
  const askUndo = (): void =>
    undoReason.ask({
      title: `撤销导入“${file.file_name}”`,
      what: <UndoLook kind={kind} id={id} />,
      ok: undoWord,
      danger: true,
      usual: kind.usual.undo,
      run: (reason) => undo.run({ params: { id }, body: { reason } }),
    })
  const next = nextOf()
  function nextOf() {
    if (waits === 1)
      return { text: state === 'done' ? '撤销已提交，等另一人批准' : '已提交，等另一人批准；批准后自动导入', tone: 'info' as const }
    if (state === 'checked')
      return {
        text:
          lands === 0
            ? `没有可以导入的${kind.lines}：都无变化，或不能导入`
            : `预览完成，什么也没有写：${words.new} ${numberText(counts.new)}，${words.changed} ${numberText(counts.changed)}，不导入 ${numberText(counts.refused)}。核对后提交，由另一人批准`,
        tone: lands === 0 ? ('warning' as const) : ('info' as const),
        action: can && lands > 0 && (
          <Button type="primary" onClick={askRun}>
            {runWord}…
          </Button>
        ),
      }
    if (state === 'done')
      return {
        text: (
          <>
            已写入 {numberText(counts.landed)} {kind.rows}
            {counts.refused > 0 && `，没有导入 ${numberText(counts.refused)} ${kind.rows}`}
            {mayUndo && (
              <>
                ；可整批撤销到 <When at={file.undo_until} short />
              </>
            )}
          </>
        ),
        tone: 'success' as const,
        action: mayUndo && (
          <Button danger onClick={askUndo}>
            撤销导入…
          </Button>
        ),
      }
    if (state === 'failed') return { text: file.note, tone: 'error' as const }
    if (state === 'undone') return { text: '已撤销：每一行怎样了见下', tone: 'info' as const }
    return undefined
  }
  const columns = (
    <ImportColumns
      key={state}
      kind={kind}
      file={file}
      can={own && waits === 0 && (state === 'columns' || state === 'checked' || state === 'cancelled')}
    />
  )
  const rows = {
    key: 'rows',
    title: state === 'done' || state === 'undone' ? '结果' : '预览',
    count: file.total,
    content: <ImportRows kind={kind} file={file} />,
  }
  const columnsTab = { key: 'columns', title: '定列', content: columns }
  return (
    <RecordPage
      title={file.file_name}
      state={<StateTag tone={toneOf(file)}>{file.state_name}</StateTag>}
      {...(next && { next })}
      top={
        <div className="import-steps">
          <StepLine
            at={stepOf(file) - (hasColumns ? 0 : 1)}
            isWrong={state === 'failed'}
            steps={[
              { name: '选文件', note: `${file.by}，${numberText(file.total)} ${kind.rows}` },
              ...(hasColumns ? [{ name: '定列' }] : []),
              { name: '预览' },
              { name: '批准', note: file.approved_by },
              { name: '导入', note: file.landed_at && <When at={file.landed_at} short /> },
            ]}
          />
          {isMoving(state) && <Moving kind={kind} file={file} />}
          {after?.(file)}
          {[cancel, run, undo]
            .map(({ problem }) => problem)
            .filter(Boolean)
            .map((problem) => (
              <Alert key={problem} type="error" showIcon title={problem} className="trouble" />
            ))}
        </div>
      }
      actions={
        own &&
        waits === 0 &&
        (state === 'columns' || state === 'checking' || state === 'checked') && (
          <Button loading={cancel.isBusy} onClick={() => void cancel.run({ params: { id }, body: {} })}>
            放弃
          </Button>
        )
      }
      tabs={!hasColumns ? [rows] : state === 'columns' ? [columnsTab] : [rows, columnsTab]}
    >
      {runReason.dialog}
      {undoReason.dialog}
    </RecordPage>
  )
}

function Known({ id, ...props }: Props & { id: number }) {
  const { calls } = props.kind
  const first = useAsk(calls.one, { params: { id } })
  const every = isMoving(first.data?.state) ? MOVING_MS : RESTING_MS
  const answer = useAsk(calls.one, { params: { id } }, { every })
  return <Loaded of={answer}>{(file) => <Record key={file.id} {...props} file={file} />}</Loaded>
}

export function ImportOf(props: Props) {
  const { kind } = props
  const { id = '' } = useParams()
  return id === 'new' ? <NewImport key={kind.key} kind={kind} /> : <Known key={id} {...props} id={Number(id)} />
}
