import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Progress } from 'antd'
import { useEffect, useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { GoodsImportWholeWire } from '#contract/goods-import.ts'
import { outdate, useAsk } from '../../api/ask.ts'
import { sendTable } from '../../api/send-table.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { FileDrop } from '../../parts/FileDrop.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { NotHere } from '../../parts/NotHere.tsx'
import { numberText } from '../../parts/numbers.ts'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { StepLine } from '../../parts/StepLine.tsx'
import { useSecondPerson } from '../../parts/second-person.ts'
import { InHead } from '../../parts/slots.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportRows } from './ImportRows.tsx'
import { isMoving, progressOf, stepOf, toneOf } from './import-states.ts'
import './goods.css'

const MOVING_MS = 800
const RESTING_MS = 6_000

const STEPS = ['选文件', '定列', '预览', '批准', '导入']

function NewImport() {
  const navigate = useNavigate()
  const may = useMay()
  if (!may('goods.import')) return <NotHere title="您的岗位没有“导入商品资料”的权限" words={[]} />
  return (
    <div className="record">
      <InHead>
        <h1>导入商品资料</h1>
      </InHead>
      <div className="import-steps">
        <StepLine at={0} steps={STEPS.map((name) => ({ name }))} />
      </div>
      <div className="record-body import-new">
        <FileDrop
          label="商品资料文件"
          text="商品资料表，XLSX、XLS 或 CSV，20 MB、10,000 行以内。要有商品编码和商品名称两列；先预览，什么也不写，再由另一人批准。"
          take={async (file) => {
            const { id } = (await sendTable('/api/staff/goods_import', file)) as GoodsImportWholeWire
            navigate(`/goods/imports/${id}`, { replace: true })
          }}
        />
        <Section title="怎样导入">
          <ul className="import-how">
            <li>编码认得的商品只改文件里写了的项；空着的格不动原来的资料。</li>
            <li>编码不认得的是新商品：建档、待首营，不上架；批发价、零售价、成本价只写给新商品。</li>
            <li>处方类别放宽、冷链取消、批准文号或厂家变更的，与在商品资料里修改一样，须质量审核或重新首营。</li>
            <li>依法禁售的、首营审批中的、会使活动价低于成本的行不导入，原因逐行写明。</li>
            <li>导入后 24 小时内可以整批撤销。</li>
          </ul>
        </Section>
      </div>
    </div>
  )
}

function UndoLook({ id }: { id: number }) {
  const look = useAsk(calls.importUndoLook, { params: { id } }, { anew: true })
  return (
    <Loaded of={look}>
      {({ changed, touched, new: fresh, removable, kept, until }) => (
        <>
          <Facts
            items={[
              ['改回', `${numberText(changed)} 种${touched > 0 ? `，其中 ${numberText(touched)} 种后来改过，只改回没动过的项` : ''}`],
              ['删除', `${numberText(removable)} 种没人用过的新商品`],
              ['留下', `${numberText(fresh - removable)} 种新商品`],
              ['期限', <When key="until" at={until} />],
            ]}
          />
          {kept.length > 0 && (
            <div className="import-kept">
              <Rows
                rows={kept}
                id={({ goods_id }) => goods_id}
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

function Moving({ file }: { file: GoodsImportWholeWire }) {
  const { done, of } = progressOf(file)
  const what = { checking: '正在预览，什么也没有写', running: '正在导入', undoing: '正在撤销' }[file.state as 'checking']
  return (
    <div className="import-moving">
      <Progress percent={Math.floor((100 * done) / Math.max(1, of))} aria-label={`${file.state_name}的进度`} />
      <p role="status">
        {what}：{numberText(done)} / {numberText(of)} 行。可以离开，它会继续。
      </p>
    </div>
  )
}

/** A job may be over between two looks. */
function useOver(state: GoodsImportWholeWire['state']): void {
  const queries = useQueryClient()
  const known = useRef(state)
  useEffect(() => {
    if (known.current === state) return
    known.current = state
    if (!isMoving(state)) void outdate(queries, [calls.importRows, calls.imports, calls.records])
  }, [state, queries])
}

function Record({ file }: { file: GoodsImportWholeWire }) {
  const may = useMay()
  const { id, state, counts, waits } = file
  const outdates = [calls.importFile, calls.imports, calls.importRows]
  const cancel = useDeed(calls.importCancel, { done: '已放弃', outdates })
  const run = useDeed(calls.importRun, { done: '开始导入', outdates })
  const undo = useDeed(calls.importUndo, { done: '开始撤销', outdates: [...outdates, calls.importUndoLook] })
  const runReason = useReason(run.problem)
  const undoReason = useReason(undo.problem)
  const runWord = useSecondPerson('goods.import')('导入')
  const undoWord = useSecondPerson('goods.import_undo')('撤销导入')
  useOver(state)
  const can = may('goods.import')
  const own = can && file.mine === 1
  const lands = counts.new + counts.changed
  const mayUndo =
    can && state === 'done' && waits === 0 && counts.landed > 0 && file.undo_until !== null && new Date(file.undo_until) > new Date()
  const askRun = (): void =>
    runReason.ask({
      title: `导入“${file.file_name}”`,
      what: `新增 ${numberText(counts.new)} 种，改动 ${numberText(counts.changed)} 种，其中待质量审核 ${numberText(counts.doubtful)} 种；不导入 ${numberText(counts.refused)} 行。`,
      ok: runWord,
      usual: ['新品建档', '资料更新', '供应商资料更正'],
      run: (reason) => run.run({ params: { id }, body: { reason } }),
    })
  const askUndo = (): void =>
    undoReason.ask({
      title: `撤销导入“${file.file_name}”`,
      what: <UndoLook id={id} />,
      ok: undoWord,
      danger: true,
      usual: ['导错了文件', '资料有误'],
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
            ? '没有可以导入的行：都无变化，或不能导入'
            : `预览完成，什么也没有写：新增 ${numberText(counts.new)}，改动 ${numberText(counts.changed)}，不导入 ${numberText(counts.refused)}。核对后提交，由另一人批准`,
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
            已写入 {numberText(counts.landed)} 行{counts.refused > 0 && `，没有导入 ${numberText(counts.refused)} 行`}
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
      file={file}
      can={own && waits === 0 && (state === 'columns' || state === 'checked' || state === 'cancelled')}
    />
  )
  const rows = {
    key: 'rows',
    title: state === 'done' || state === 'undone' ? '结果' : '预览',
    count: file.total,
    content: <ImportRows file={file} />,
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
            at={stepOf(file)}
            isWrong={state === 'failed'}
            steps={[
              { name: '选文件', note: `${file.by}，${numberText(file.total)} 行` },
              { name: '定列' },
              { name: '预览' },
              { name: '批准', note: file.approved_by },
              { name: '导入', note: file.landed_at && <When at={file.landed_at} short /> },
            ]}
          />
          {isMoving(state) && <Moving file={file} />}
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
      tabs={state === 'columns' ? [columnsTab] : [rows, columnsTab]}
    >
      {runReason.dialog}
      {undoReason.dialog}
    </RecordPage>
  )
}

function Known({ id }: { id: number }) {
  const first = useAsk(calls.importFile, { params: { id } })
  const every = isMoving(first.data?.state) ? MOVING_MS : RESTING_MS
  const answer = useAsk(calls.importFile, { params: { id } }, { every })
  return <Loaded of={answer}>{(file) => <Record key={file.id} file={file} />}</Loaded>
}

export default function ImportPage() {
  const { id = '' } = useParams()
  return id === 'new' ? <NewImport /> : <Known key={id} id={Number(id)} />
}
