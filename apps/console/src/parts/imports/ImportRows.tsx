import { Link, useSearchParams } from 'react-router'
import { urlOf } from '#api-client/request.ts'
import type { ImportCalls, ImportRowWire, ImportWholeWire } from '#contract/imports.ts'
import { DownloadButton } from '../DownloadButton.tsx'
import { Facts } from '../Facts.tsx'
import { type Columns, ListPage } from '../ListPage.tsx'
import { withChange } from '../list-state.ts'
import { numberText } from '../numbers.ts'
import { Rows } from '../Rows.tsx'
import { Section } from '../Section.tsx'
import { SideDrawer } from '../SideDrawer.tsx'
import { StateTag } from '../StateTag.tsx'
import { Views } from '../Views.tsx'
import type { ImportKind } from './import-kinds.ts'
import { isMoving, ROWS, UNDONE } from './import-states.ts'

type List = ImportCalls['rows']

const EVERY_MS = 2_000
const ALL = 'all'
function Changes({ kind, row: { state, changes, message } }: { kind: ImportKind; row: ImportRowWire }) {
  const shown = state === 'new' ? changes.filter(({ field }) => kind.telling.includes(field)) : changes
  return (
    <span className="import-changes">
      {shown.map(({ field, name, before, after }) => (
        <span key={field}>
          <small className="muted">{name}</small>{' '}
          {state !== 'new' && (
            <>
              <del>{before || '空'}</del> →{' '}
            </>
          )}
          <span>{after || '空'}</span>
        </span>
      ))}
      {message && <span className={state === 'refused' ? 'w' : 'muted s12'}>{message}</span>}
    </span>
  )
}

const doubtfulColumn = ({ title, tag }: { title: string; tag: string }): Columns<List>[number] => ({
  title,
  dataIndex: 'doubtful',
  width: 80,
  render: (doubtful: number) => (doubtful === 1 ? <StateTag tone="waiting">{tag}</StateTag> : ''),
})

const plainColumns = (kind: ImportKind): Columns<List> => [
  { title: '行', dataIndex: 'line', width: 60, align: 'right' },
  {
    title: '结果',
    dataIndex: 'state',
    width: 100,
    render: (_, { state, landed }) => (
      <StateTag tone={ROWS[state].tone}>{landed === 1 && state !== 'refused' ? `已${ROWS[state].text}` : ROWS[state].text}</StateTag>
    ),
  },
  ...(kind.doubtful === null ? [] : [doubtfulColumn(kind.doubtful)]),
  {
    title: '编码',
    dataIndex: 'code',
    width: 110,
    render: (code: string, { record_id: id, undone, source }) =>
      id === null || (undone === 'removed' && source === '') ? (
        code
      ) : (
        <Link className="link" to={`/${kind.recordsAt}/${id}`}>
          {code}
        </Link>
      ),
  },
  { title: '名称', dataIndex: 'name', width: 200, render: (name: string) => <b className="import-name">{name}</b> },
  { title: '写什么、为什么', key: 'what', render: (_, row) => <Changes kind={kind} row={row} /> },
]
/** A goods that came by the import is deleted; a picture is no longer shown, and stays for orders of before. */
const undoneText = ({ undone, source }: ImportRowWire): string => (undone === 'removed' && source !== '' ? '已移除' : UNDONE[undone].text)

const Picture = ({ url, text }: { url: string; text: string }) =>
  url === '' ? <span className="muted">{text}</span> : <img src={url} alt={text} loading="lazy" />

/** What is packed, what stands there, and what comes in its place. */
const PICTURE: Columns<List> = [
  { title: '压缩包里的文件', dataIndex: 'source', width: 200, render: (path: string) => <span className="import-name">{path}</span> },
  {
    title: '原图 → 新图',
    key: 'picture',
    width: 190,
    render: (_, { picture, former }) =>
      picture && (
        <span className="import-pictures">
          <Picture url={former} text={former ? '原图' : '无'} /> → <Picture url={picture} text="新图" />
        </span>
      ),
  },
]

const columnsOf = (kind: ImportKind, undone: boolean): Columns<List> => [
  ...plainColumns(kind),
  ...(kind.key === 'pictures' ? PICTURE : []),
  ...(undone ? UNDO : []),
]

const UNDO: Columns<List> = [
  {
    title: '撤销',
    dataIndex: 'undone',
    width: 190,
    render: (_, row) =>
      row.undone === '' ? (
        ''
      ) : (
        <>
          <StateTag tone={UNDONE[row.undone].tone}>{undoneText(row)}</StateTag>
          {row.undone_message && <div className="muted s12 import-name">{row.undone_message}</div>}
        </>
      ),
  },
]

function Look({ kind, row, onClose }: { kind: ImportKind; row: ImportRowWire; onClose: () => void }) {
  const isThere = row.record_id !== null && (row.undone !== 'removed' || row.source !== '')
  return (
    <SideDrawer
      title={`${row.code} ${row.name}`}
      note={row.source || `文件第 ${row.line} 行`}
      onClose={onClose}
      foot={
        isThere && (
          <Link className="link" to={`/${kind.recordsAt}/${row.record_id}`}>
            打开{kind.record}
          </Link>
        )
      }
    >
      <Section title="结果">
        <Facts
          items={[
            [
              '结果',
              <StateTag key="state" tone={ROWS[row.state].tone}>
                {ROWS[row.state].text}
              </StateTag>,
            ],
            ['说明', row.message],
            ...(row.undone === '' ? [] : [['撤销', [undoneText(row), row.undone_message].filter(Boolean).join('：')] as const]),
          ]}
        />
      </Section>
      {row.picture && (
        <Section title="原图 → 新图">
          <span className="import-pictures is-large">
            <Picture url={row.former} text={row.former ? '原图' : '无'} /> → <Picture url={row.picture} text="新图" />
          </span>
        </Section>
      )}
      {row.changes.length > 0 && row.picture === '' && (
        <Section title={row.state === 'new' ? `新${kind.record}的资料` : '改动'}>
          <Rows
            rows={row.changes}
            id={({ field }) => field}
            columns={
              row.state === 'new'
                ? [
                    ['项', ({ name }) => name, 'muted nowrap'],
                    ['写入', ({ after }) => after],
                  ]
                : [
                    ['项', ({ name }) => name, 'muted nowrap'],
                    ['原来', ({ before }) => before || '空'],
                    ['改为', ({ after }) => <b>{after || '空'}</b>],
                  ]
            }
          />
        </Section>
      )}
    </SideDrawer>
  )
}

/** Each row of the file: what it came to, and why. */
export function ImportRows({ kind, file }: { kind: ImportKind; file: ImportWholeWire }) {
  const { counts, state, total } = file
  const [params, setParams] = useSearchParams()
  const shown = params.get('shown') ?? ''
  const undone = state === 'undoing' || state === 'undone'
  const download = (failed: boolean) => urlOf(`${kind.api}/:id/file`, { params: { id: file.id }, query: failed ? { failed: 1 } : {} })
  return (
    <ListPage
      what={kind.rows}
      list={kind.calls.rows}
      params={{ id: file.id }}
      {...(shown && { fixed: { shown } })}
      columns={columnsOf(kind, undone)}
      rowKey={({ seq }) => seq}
      {...(isMoving(state) && { every: EVERY_MS })}
      rowTone={({ state: row }) => (row === 'refused' ? 'is-warn' : '')}
      drawer={(row, close) => <Look key={row.seq} kind={kind} row={row} onClose={close} />}
      empty="这类的行没有"
      top={() => (
        <Views
          label="结果"
          open={shown || ALL}
          onOpen={(view) => setParams(withChange(params, { shown: view === ALL ? '' : view }), { replace: true })}
          views={[
            { key: ALL, text: '全部', note: numberText(total) },
            { key: 'new', text: '新增', note: numberText(counts.new) },
            { key: 'changed', text: kind.words.changed, note: numberText(counts.changed) },
            ...(kind.doubtful === null ? [] : [{ key: 'doubtful', text: kind.doubtful.view, note: numberText(counts.doubtful) }]),
            { key: 'refused', text: '不导入', note: numberText(counts.refused) },
            { key: 'same', text: '无变化', note: numberText(counts.same) },
          ]}
        >
          <span className="grow" />
          {counts.refused > 0 && (
            <DownloadButton url={download(true)}>{`下载不导入的 ${numberText(counts.refused)} ${kind.rows}`}</DownloadButton>
          )}
          <DownloadButton url={download(false)}>下载全部结果</DownloadButton>
        </Views>
      )}
    />
  )
}
